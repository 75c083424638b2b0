"""What is shown of cards beside the board, and the tokens they put on pieces. [BC-0.2, BC-0.3]"""
