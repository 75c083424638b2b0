"""The shooting phase: missiles, volleys, templates, war machines. [FB-6, FB-12]"""
