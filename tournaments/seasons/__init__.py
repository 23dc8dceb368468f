"""Events that add up to a leaderboard: points per place, the best n of m, who is who across events."""
