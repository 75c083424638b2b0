"""Workers outside the server, where bots think and menus are made."""
