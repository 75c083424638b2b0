"""The Psychic phase: powers, tests, perils. [SK-46 to SK-55]"""
