"""Who advances in the top cut: pairing the next cut round, and updating it when an earlier result is corrected."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Refusal
from tournaments.models import Bye, Match, Registration, Round, Tournament
from tournaments.models.match import TEAM_MATCH_LENGTH
from tournaments.play.bracket import BracketPairing, MatchKey, draw_bracket
from tournaments.queries.bracket import CutRecord, board_length, cut_of, read_cuts
from tournaments.queries.match_records import WALK_OVER, is_played, is_recorded
from tournaments.queries.pairing_settings import require_tables, table_settings
from tournaments.queries.rounds import refusal_facts
from tournaments.receipts.bracket_round import Drawn, record_brackets
from tournaments.receipts.document import BRACKET
from tournaments.services.pairing_steps import write_step
from tournaments.services.slip_contents import read_slip, slip_facts
from tournaments.services.slips import keep_revision
from tournaments.swiss.tables import first_tables


def create_cut_matches(round: Round, pairs: Iterable[tuple[CutRecord, BracketPairing]]) -> None:
    """The tables of a cut round, in the order of the brackets, numbered by the tournament's settings.

    A player who has left loses at once: the opponent advances.

    Nobody is promoted into the place of a player who left (Magic Tournament Rules 2.10). Raises Refusal
    `too_few_tables`.
    """
    drawn, settings = list(pairs), table_settings(round.tournament)
    require_tables(settings, len(drawn))
    for table, (cut, pair) in zip(first_tables(settings, len(drawn)), drawn, strict=True):
        match = Match(
            round=round,
            table=table,
            player1=cut.registrations[pair.one],
            player2=cut.registrations[pair.two],
            best_of=own_length(cut, round),
            bracket_slot=pair.key.position,
            is_third_place=pair.key.third_place,
        )
        _award_if_gone(match)
        match.save()


def own_length(cut: CutRecord, round: Round) -> int | None:
    """How long the matches of a bracket are where they are not as long as its round; None where they are."""
    if cut.tournament.is_by_seat:
        return TEAM_MATCH_LENGTH
    return board_length(cut, round)


def _award_if_gone(match: Match) -> None:
    here = [player.status == Registration.Status.ACTIVE for player in (match.player1, match.player2)]
    if all(here):
        return
    match.outcome = Match.Outcome.NO_SHOW if any(here) else Match.Outcome.DOUBLE_LOSS
    match.winner_seat = here.index(True) + 1 if any(here) else None
    match.is_complete = True
    match.completed_at = timezone.now()


def settle_walk_overs(*, actor: Actor, round: Round) -> None:
    """Walk-overs of a cut round whose draft is published now: given at the tables of players who have left since, taken
    back where both players are there again. Each change is kept as a revision, which does not count as a result.
    """
    matches = Match.objects.filter(round=round).select_related("player1", "player2")
    for match in matches.prefetch_related("games", "revisions"):
        if is_played(match):
            continue
        before = read_slip(match)
        match.outcome, match.winner_seat = Match.Outcome.PLAYED, None
        match.is_complete, match.completed_at = False, None
        _award_if_gone(match)
        after = read_slip(match)
        if after != before:
            facts = {**slip_facts(match, after), WALK_OVER: True}
            keep_revision(actor=actor, match=match, before=slip_facts(match, before), after=facts)


def create_cut_byes(round: Round, cut: CutRecord) -> None:
    """Byes of the first cut round, for the highest seeds of a field that does not fill its bracket."""
    for drawn in draw_bracket(cut.bracket, {})[0]:
        if drawn.walkover and drawn.winner.entrant is not None:
            Bye.objects.create(round=round, registration_id=drawn.winner.entrant, kind=Bye.Kind.PAIRED)


def correct_advance(*, actor: Actor, match: Match, why: str) -> list[Match]:
    """Update the later rounds of a corrected match's own bracket to who won it; returns the matches that changed.

    Raises Refusal `advance_already_played` when a table that would get another player has a result, and
    `advance_is_over` when a round that nobody had to play would get a match.
    """
    cut = cut_of(read_cuts(match.round.tournament), match)
    later = [round for round in cut.rounds if round.number > match.round.number]
    return [changed for round in later for changed in _correct_round(actor, round, match, why)]


def _correct_round(actor: Actor, following: Round, corrected: Match, why: str) -> list[Match]:
    cuts = read_cuts(following.tournament)
    cut = cut_of(cuts, corrected)
    number = following.number - cut.first_round + 1
    stored = {key: found for key, found in cut.matches.items() if key.round == number}
    earlier = {key: winner for key, winner in cut.results.items() if key.round < number}
    wanted = {
        drawn.key: sorted((drawn.one, drawn.two), key=lambda slot: slot.seed or 0)
        for drawn in draw_bracket(cut.bracket, earlier)[number - 1]
        if drawn.playable
    }
    changed = []
    for key in sorted(stored.keys() | wanted.keys()):
        one, two = (slot.entrant for slot in wanted[key]) if key in wanted else (None, None)
        found = stored.get(key)
        if found is not None and [found.player1_id, found.player2_id] == [one, two]:
            continue
        if found is not None and is_recorded(found):
            raise Refusal("advance_already_played", **refusal_facts(following), table=found.table, match=found.pk)
        if found is None and following.status == Round.Status.COMPLETED:
            raise Refusal("advance_is_over", **refusal_facts(following))
        changed.append(_reseat(actor, cut, following, key, found, one, two, why))
    if changed:
        step = record_brackets(drawn_in(cuts, number), number)
        write_step(actor, cut.tournament, following.number, BRACKET, step)
    return changed


def drawn_in(cuts: Iterable[CutRecord], number: int) -> list[Drawn]:
    """The brackets that have this round, as a receipt records them."""
    return [Drawn(cut.bracket, cut.results, cut.division) for cut in cuts if number <= cut.bracket.rounds]


def _free_table(tournament: Tournament, taken: Collection[int | None]) -> int:
    """A table for one more match: the first one free, or where there is none a number behind all others."""
    numbers = first_tables(table_settings(tournament), len(taken) + 1)
    free = (number for number in numbers if number not in taken)
    return next(free, max([number or 0 for number in taken], default=0) + 1)


def _reseat(
    actor: Actor,
    cut: CutRecord,
    round: Round,
    key: MatchKey,
    match: Match | None,
    one: int | None,
    two: int | None,
    why: str,
) -> Match:
    if match is None:
        taken = set(Match.objects.filter(round=round).values_list("table", flat=True))
        match = Match(round=round, bracket_slot=key.position, is_third_place=key.third_place)
        match.table = _free_table(round.tournament, taken)
        match.best_of = own_length(cut, round)
        match.version = 0
    if one is None or two is None:
        match.delete()
        return match
    before = slip_facts(match, read_slip(match)) if match.pk else {}
    match.player1, match.player2 = cut.registrations[one], cut.registrations[two]
    match.outcome, match.winner_seat = Match.Outcome.PLAYED, None
    match.is_complete, match.completed_at = False, None
    _award_if_gone(match)
    if not match.pk:
        match.version = 1
        match.save()
        return match
    keep_revision(actor=actor, match=match, before=before, after=slip_facts(match, read_slip(match)), why=why)
    return match
