"""Battle cards of armies: who may have which, what each costs, who carries it. [AL-6, AL-9.3]"""
