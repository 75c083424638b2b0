"""What people look at afterwards: maps, the story of a battle, one page that holds both.

Flat because a map, a story and a page are made of the same few pens and names.
"""
