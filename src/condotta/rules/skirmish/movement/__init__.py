"""The Movement phase: walking, transports, reinforcements. [SK-30 to SK-45]"""
