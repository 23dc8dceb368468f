"""The next step of a visitor in a tournament: what the button in the header says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from accounts.actor import Actor
from tournaments.models import Registration, Round, Tournament
from tournaments.permissions import PERMITTED, Action
from tournaments.queries.bracket import next_cut_round, read_cuts
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.division_cuts import plans_cut
from tournaments.queries.final_pods import read_finals
from tournaments.queries.rounds import count_open_tables, newest_round
from tournaments.queries.visitor import Visitor


class Step(StrEnum):
    """What to do next."""

    REGISTER = "register"
    SUBMIT_DECK = "submit_deck"
    SEE_ENTRY = "see_entry"
    ADD_PLAYERS = "add_players"
    CHECK_IN = "check_in"
    START = "start"
    PAIR = "pair"
    PUBLISH = "publish"
    ENTER_RESULTS = "enter_results"
    COMPLETE = "complete"
    START_TOP_CUT = "start_top_cut"
    FINISH = "finish"
    MY_MATCH = "my_match"
    SEE_PAIRINGS = "see_pairings"
    SEE_STANDINGS = "see_standings"
    EXPORT = "export"
    REINSTATE = "reinstate"


@dataclass(frozen=True)
class NextStep:
    """A step with the page it is done on: URL name and arguments. `count` where the words need one (open tables);
    `players` are those left in the top cut's round that the step is about
    (`places_in_cut`), 0 in Swiss.
    """

    code: Step
    url_name: str
    url_args: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0
    count: int = 0
    players: int = 0


def next_step(tournament: Tournament, actor: Actor) -> NextStep | None:
    """The next step of the actor here, or None where there is nothing to do.

    Staff who run rounds are led through the event; judges to open tables; players to their list and their match;
    everybody else to what can be seen.
    """
    return next_step_of(Visitor(actor, tournament))


def next_step_of(visitor: Visitor) -> NextStep | None:
    """The next step of a visitor, of whom some facts may have been read already; None where there is nothing to do."""
    tournament = visitor.tournament
    allowed = {action for action, roles in PERMITTED.items() if not roles.isdisjoint(visitor.roles)}
    if Action.RUN_ROUNDS in allowed:
        return _for_organiser(tournament, newest_round(tournament), allowed)
    return (
        (_for_player(visitor, visitor.mine) if visitor.mine is not None else None)
        or (_for_judge(tournament, visitor.current) if Action.RECORD_RESULTS in allowed else None)
        or _for_public(tournament, visitor.current)
    )


def _desk(tournament: Tournament, code: Step, *, number: int = 0, count: int = 0, players: int = 0) -> NextStep:
    return NextStep(code, "desk", {"code": tournament.code}, number, count, players)


def _players_left(round: Round) -> int:
    """How many players are left in a round of the top cut; 0 for a Swiss round."""
    if round.stage == Round.Stage.SWISS:
        return 0
    return cut_places(round.tournament).get(round.number, 0)


def _for_organiser(tournament: Tournament, newest: Round | None, allowed: set[Action]) -> NextStep | None:
    phase = tournament.phase
    if phase == Tournament.Phase.CANCELLED:
        return _desk(tournament, Step.REINSTATE) if Action.CANCEL_TOURNAMENT in allowed else None
    if phase == Tournament.Phase.FINISHED:
        return NextStep(Step.EXPORT, "export_request", {"code": tournament.code})
    if phase == Tournament.Phase.REGISTRATION:
        entered = tournament.registrations.filter(status=Registration.Status.ACTIVE).count()
        return _desk(tournament, Step.START if entered >= 2 else Step.ADD_PLAYERS, count=entered)
    if newest is None:
        return _desk(tournament, Step.PAIR, number=1)
    if newest.status == Round.Status.DRAFT:
        return _desk(tournament, Step.PUBLISH, number=newest.number, players=_players_left(newest))
    if newest.status == Round.Status.PUBLISHED:
        newest.tournament = tournament
        count = count_open_tables(newest)
        code = Step.ENTER_RESULTS if count else Step.COMPLETE
        players = 0 if count else _players_left(newest)
        return _desk(tournament, code, number=newest.number, count=count, players=players)
    return _after_round(tournament, newest)


def _after_round(tournament: Tournament, newest: Round) -> NextStep:
    if tournament.phase == Tournament.Phase.TOP_CUT:
        finals = read_finals(tournament)
        if finals is not None and finals.following:
            return _desk(tournament, Step.PAIR, number=newest.number + 1, players=2)
        following = next_cut_round(read_cuts(tournament))
        if following is None:
            return _desk(tournament, Step.FINISH, number=newest.number + 1)
        return _desk(tournament, Step.PAIR, number=newest.number + 1, players=following.places)
    if newest.number < (tournament.planned_rounds or 0):
        return _desk(tournament, Step.PAIR, number=newest.number + 1)
    return _desk(tournament, Step.START_TOP_CUT if plans_cut(tournament) else Step.FINISH)


def _for_judge(tournament: Tournament, newest: Round | None) -> NextStep | None:
    if tournament.phase == Tournament.Phase.REGISTRATION:
        return _desk(tournament, Step.CHECK_IN)
    if newest is not None and newest.status == Round.Status.PUBLISHED:
        newest.tournament = tournament
        count = count_open_tables(newest)
        return _desk(tournament, Step.ENTER_RESULTS, number=newest.number, count=count) if count else None
    return None


def _for_player(visitor: Visitor, entry: Registration) -> NextStep | None:
    tournament, newest = visitor.tournament, visitor.current
    if entry.status == Registration.Status.WITHDRAWN:
        return None
    if tournament.phase == Tournament.Phase.REGISTRATION:
        brought = entry.deck_entry
        submitted = brought.decklist is not None and brought.decklist.submitted_id is not None
        if tournament.decklists_required and not submitted:
            return NextStep(Step.SUBMIT_DECK, "deck_editor", {"registration_id": brought.pk})
        return NextStep(Step.SEE_ENTRY, "tournament_register", {"code": tournament.code})
    if newest is not None and newest.status == Round.Status.PUBLISHED and visitor.my_match is not None:
        address = {"code": tournament.code, "match_id": visitor.my_match.pk}
        return NextStep(Step.MY_MATCH, "match", address, newest.number)
    return None


def _for_public(tournament: Tournament, newest: Round | None) -> NextStep | None:
    code = {"code": tournament.code}
    if tournament.phase == Tournament.Phase.REGISTRATION:
        return NextStep(Step.REGISTER, "tournament_register", code) if tournament.registration_open else None
    if tournament.phase == Tournament.Phase.CANCELLED or newest is None:
        return None
    if newest.status == Round.Status.PUBLISHED:
        return NextStep(Step.SEE_PAIRINGS, "tournament_pairings", code, newest.number, players=_players_left(newest))
    return NextStep(Step.SEE_STANDINGS, "tournament_standings", code)
