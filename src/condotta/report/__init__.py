"""What people look at afterwards: maps, the story of a battle, one page that holds both."""
