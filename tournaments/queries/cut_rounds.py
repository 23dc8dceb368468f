"""How many are left in each round of the top cut, by which it is named: in one bracket, or in one for each division."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tournaments.models import Registration, Round, Tournament
from tournaments.queries.division_places import own_division
from tournaments.queries.final_pods import final_rounds


def division_codes(tournament: Tournament) -> list[str]:
    """The divisions that have a top cut each, in their order; a single empty code where everybody plays one."""
    return [one["code"] for one in tournament.divisions] if tournament.cuts_apart else [""]


def division_in_cut(tournament: Tournament, division: str) -> str:
    """Whose top cut somebody of this division plays: one of the `division_codes`. Who is in none is in the last one."""
    return own_division(tournament, division) if tournament.cuts_apart else ""


def cut_places(tournament: Tournament) -> dict[int, int]:
    """How many places each top-cut round has, by its number: 8 is the quarterfinals. Empty before the top cut."""
    cut = Round.objects.filter(tournament=tournament, stage=Round.Stage.TOP_CUT).order_by("number")
    numbers = list(cut.values_list("number", flat=True))
    if not numbers:
        return {}
    seeded = Registration.objects.filter(tournament=tournament, seed__isnull=False)
    if tournament.is_in_pods:
        return dict(zip(numbers, final_rounds(seeded.count()), strict=False))
    return places_in_cut(count_seeds(tournament, seeded.order_by().values_list("division", flat=True)), numbers)


def count_seeds(tournament: Tournament, divisions: Iterable[str]) -> list[int]:
    """How many began each top cut; `divisions` are those of everybody seeded."""
    return list(Counter(division_in_cut(tournament, division) for division in divisions).values())


def places_in_cut(seeds: Sequence[int], numbers: Iterable[int]) -> dict[int, int]:
    """How many places each of these rounds of the top cut has, by its number; `seeds` players began each bracket.

    Where brackets of several sizes are in the round it has no common name: the third round is then -3.
    """
    sizes = {1 << (max(count, 2) - 1).bit_length() for count in seeds} or {2}
    named = {}
    for place, number in enumerate(sorted(numbers)):
        left = {size >> place for size in sizes if size >> place > 1}
        named[number] = left.pop() if len(left) == 1 else -(place + 1)
    return named
