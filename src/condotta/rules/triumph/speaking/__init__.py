"""How a layer speaks above single hooks: acts in windows, questions at moments."""
