"""Swiss pairing: who plays whom in the next round, proved best.

Start at :func:`tournaments.swiss.pairing.pair_round`. Everything here is plain data in and out: no database, no clock,
no words. The argument is written out in ``docs/algorithms/pairing.md``.
"""
