"""A finished event with everything a workbook may contain, and what its players wrote on their slips."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils import timezone

from accounts.actor import Actor
from tests.flows.independent_table import IndependentTable
from tests.flows.planned_matches import PlannedGame, planned_match, strengths
from tests.people_and_events import enter, make_event, owner_of
from tournaments.models import Match, Registration, Tournament
from tournaments.services import entries, results, rounds, top_cut
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.drafts import pair_next_round
from tournaments.services.finish import finish_tournament
from tournaments.services.result_inputs import GameInput
from tournaments.services.start import start_tournament

CHILD, FORMULA, LATE, LEAVER = "王子轩", "=HYPERLINK(A1)", "Late Lee", "Dora"
NAMES = (CHILD, "Alexander", FORMULA, "李浩然", "+86 139", "Bob", LEAVER, "@SUM(A1)")
STRENGTHS = strengths([*NAMES, LATE])
LIST = "主牌\n3 HBU01-A07\n2 HBU01-A10\n备牌\n1 HBU01-CR"


@dataclass
class FinishedEvent:
    """The tournament, the table by the slips, and the games in the order they were reported."""

    tournament: Tournament
    table: IndependentTable = field(default_factory=IndependentTable)
    games: list[tuple[int, Match, PlannedGame]] = field(default_factory=list)
    byes: dict[int, list[str]] = field(default_factory=dict)

    @property
    def owner(self) -> Actor:
        return owner_of(self.tournament)

    def entry(self, name: str) -> Registration:
        return self.tournament.registrations.get(name=name)


def play_event(**settings: object) -> FinishedEvent:
    """Eight players, three rounds, a drop, a late entry with a missed round, byes, drawn games, a top 4."""
    tournament = make_event(planned_rounds=3, top_cut=4, lists_public=False, **settings)
    event = FinishedEvent(tournament)
    for entry in enter(tournament, *NAMES):
        if entry.name == CHILD:
            entry.player.birth_year = timezone.localdate().year - 11
            entry.player.save()
        if entry.name in (CHILD, "Bob", FORMULA):
            save_entry_decklist(
                actor=event.owner, registration_id=entry.pk, text=LIST, name=f"{entry.name} deck", submit=True
            )
    start_tournament(actor=event.owner, tournament_id=tournament.pk)
    play_round(event)
    entries.drop(actor=event.owner, registration_id=event.entry(LEAVER).pk)
    event.table.drop(LEAVER, 1)
    entries.late_entry(actor=event.owner, tournament_id=tournament.pk, name=LATE, late_policy="loss", age_group="adult")
    event.table.missed(1, LATE)
    play_round(event)
    entries.drop(actor=event.owner, registration_id=event.entry("@SUM(A1)").pk)
    event.table.drop("@SUM(A1)", 2)
    play_round(event)
    play_cut(event)
    finish_tournament(actor=event.owner, tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return event


def play_round(event: FinishedEvent) -> None:
    """Pair and play the next Swiss round by strengths; byes and results are entered in the independent table."""
    number = event.tournament.rounds.count() + 1
    draft = pair_next_round(actor=event.owner, tournament_id=event.tournament.pk, number=number, seed=number)
    rounds.publish_round(actor=event.owner, round_id=draft.pk)
    event.byes[number] = [bye.registration.name for bye in draft.byes.select_related("registration")]
    for name in event.byes[number]:
        event.table.bye(number, name)
    for match in draft.matches.select_related("player1", "player2").order_by("table"):
        score = report(event, number, match)
        event.table.match(number, match.player1.name, match.player2.name, *score)
    rounds.complete_round(actor=event.owner, round_id=draft.pk)


def play_cut(event: FinishedEvent) -> None:
    """Semi-finals and final."""
    draft = top_cut.start_top_cut(actor=event.owner, tournament_id=event.tournament.pk)
    for number in (4, 5):
        if number == 5:
            draft = pair_next_round(actor=event.owner, tournament_id=event.tournament.pk, number=number)
        rounds.publish_round(actor=event.owner, round_id=draft.pk)
        for match in draft.matches.select_related("player1", "player2").order_by("table"):
            report(event, number, match)
        rounds.complete_round(actor=event.owner, round_id=draft.pk)


def report(event: FinishedEvent, number: int, match: Match) -> tuple[int, int, int]:
    """Report a match game by game; returns its score in games."""
    in_cut = number > 3
    plan = planned_match(STRENGTHS[match.player1.name], STRENGTHS[match.player2.name], decisive=in_cut)
    for game in plan.games:
        seeded = in_cut and game.number == 1
        entered = GameInput(
            winner_seat=game.winner or None,
            is_draw=not game.winner,
            # The higher seed has the choice of game 1 in the cut; the page says who that is, so it is left open.
            chooser_seat=None if seeded else game.chooser,
            method="rps" if game.number == 1 and not in_cut else "",
            choice="" if seeded else game.choice,
            ending=game.ending,
        )
        match = results.record_game(actor=event.owner, match_id=match.pk, expected_version=match.version, game=entered)
        event.games.append((number, match, game))
    if plan.on_time:
        results.end_match_on_time(actor=event.owner, match_id=match.pk, expected_version=match.version)
    return plan.score
