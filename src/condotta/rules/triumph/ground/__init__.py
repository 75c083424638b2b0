"""The battlefield and its terrain, and the dice before the battle. [TC-0, TC-7]"""
