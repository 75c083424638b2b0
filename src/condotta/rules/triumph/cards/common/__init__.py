"""What several cards share: a card itself, how it is had, exchanges, bows, camels. [BC-0]"""
