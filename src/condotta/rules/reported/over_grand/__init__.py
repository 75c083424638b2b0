"""GRAND TRIUMPH! at a real table: markers and marches stay hidden here, stands are not placed."""
