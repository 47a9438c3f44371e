"""The engine: tiles, random streams, hand tables, the game loop, rules and strategies, in Cython."""
