"""Who meets, and who does not, in a Swiss round by decision of the staff."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from tournaments.models import DecidedPair, KeepApart, Match, Round, Tournament
from tournaments.swiss.costs import Levels, cost_rules
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.settings import PairingSettings
from tournaments.swiss.tables import has_table


@dataclass(frozen=True)
class ForcedPair:
    """Two of the field who meet by decision, the higher player first, and what that costs. `kept_apart`: the settings
    would not have them meet, or rather not. `fixed_table`: where one of them always sits, unless it is another
    decided pair's."""

    pair: tuple[int, int]
    cost: Levels
    kept_apart: bool
    fixed_table: int | None = None


def decided_in(tournament: Tournament) -> frozenset[tuple[int, int, int, bool]]:
    """Round, two entries and whether they meet, of everything decided in a tournament."""
    rows = DecidedPair.objects.filter(tournament=tournament)
    return frozenset(rows.values_list("number", "registration_a", "registration_b", "meets"))


def apart_in(tournament: Tournament, number: int, keys: Container[int]) -> list[tuple[int, int]]:
    """Those of the pairs kept from meeting in a round whose entries are among `keys`."""
    rows = DecidedPair.objects.filter(tournament=tournament, number=number, meets=False)
    return [pair for pair in rows.values_list("registration_a", "registration_b") if _both_in(pair, keys)]


def forced_pairs(tournament: Tournament, history: PairingHistory, settings: PairingSettings) -> tuple[ForcedPair, ...]:
    """The pairs that meet in the round that `history` leads to, both players being in its field."""
    rows = DecidedPair.objects.filter(tournament=tournament, number=history.next_round, meets=True)
    pairs = [pair for pair in rows.values_list("registration_a", "registration_b") if _both_in(pair, history.by_id)]
    if not pairs:
        return ()
    rules = cost_rules(history, settings)
    found: list[ForcedPair] = []
    for keys in pairs:
        one, two = sorted((history.by_id[key] for key in keys), key=lambda entrant: (-entrant.score, entrant.rank))
        kept_apart = not rules.may_meet(one, two) or rules.is_discouraged(one, two)
        seats = [entrant.fixed_table for entrant in (one, two)]
        taken = {pair.fixed_table for pair in found}
        seat = next((seat for seat in seats if seat and seat not in taken and has_table(settings.tables, seat)), None)
        found.append(ForcedPair((one.id, two.id), rules.pair(one, two), kept_apart, seat))
    return tuple(found)


def _both_in(pair: Iterable[int], keys: Container[int]) -> bool:
    return all(key in keys for key in pair)


def decided_pairs(round: Round) -> list[DecidedPair]:
    """What is decided for a round, in the order in which it was."""
    rows = DecidedPair.objects.filter(tournament=round.tournament_id, number=round.number)
    return list(rows.select_related("registration_a__player", "registration_b__player").order_by("pk"))


def met_by_decision(round: Round) -> set[frozenset[int]]:
    """The pairs that meet in the round by decision."""
    rows = DecidedPair.objects.filter(tournament=round.tournament_id, number=round.number, meets=True)
    return {frozenset(pair) for pair in rows.values_list("registration_a", "registration_b")}


def meeting_of(match: Match) -> DecidedPair | None:
    """The decision by which the two players of a match meet, if there is one."""
    one, other = sorted((match.player1_id, match.player2_id))
    rows = DecidedPair.objects.filter(tournament=match.round.tournament_id, number=match.round.number, meets=True)
    return rows.filter(registration_a=one, registration_b=other).first()


def never_meeting(round: Round) -> list[KeepApart]:
    """The pairs of the whole event that never meet, both of whom sit in the round."""
    seated = {key for pair in round.matches.values_list("player1", "player2") for key in pair}
    seated |= set(round.byes.values_list("registration", flat=True))
    rows = KeepApart.objects.filter(tournament=round.tournament_id, is_hard=True)
    rows = rows.filter(registration_a__in=seated, registration_b__in=seated)
    return list(rows.select_related("registration_a__player", "registration_b__player").order_by("pk"))
