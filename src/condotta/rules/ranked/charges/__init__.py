"""Charges: declared, reacted to, rolled for and made. [FB-4.2 to FB-4.10, FB-4.22, FB-9.9]"""
