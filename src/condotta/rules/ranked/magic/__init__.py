"""The magic phase: winds, wizards, spells, storms, miscasts. [FB-5]"""
