"""Pods: four players at a table, each for themselves. `seat_round` seats a round, `rank_players` ranks its results."""
