"""Who may take the bye, cheapest first."""

from collections.abc import Iterable

from tournaments.swiss.history import Entrant


def bye_candidates(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants in the order in which the bye falls to them: no second bye, lowest score, then rank from the bottom."""
    return sorted(
        entrants,
        key=lambda entrant: (entrant.had_bye > 0, entrant.score, entrant.had_bye, -entrant.rank, entrant.id),
    )


def bye_bracket(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants among whom the bye is drawn when nothing else stands in the way; empty for an empty field."""
    candidates = bye_candidates(entrants)
    if not candidates:
        return []
    best = (candidates[0].had_bye > 0, candidates[0].score)
    return [entrant for entrant in candidates if (entrant.had_bye > 0, entrant.score) == best]
