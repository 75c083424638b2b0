"""Setting out: camps, the centre, forms, the order of battle. [TC-8, TC-9.30]"""
