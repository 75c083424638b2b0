"""Armies before they are mustered: detachments, and rosters that players have. [SK-124]"""
