"""The table of a player who reports: the match locked, the entry that plays it, and what was reported so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Exists, Q, QuerySet

from accounts.actor import Actor
from accounts.compiled import Compiled, ask_together
from accounts.refusals import Conflict, NotAllowed, Refusal
from tournaments.models import Match, Registration, ResultReport, Round, Tournament
from tournaments.permissions import own_player_of
from tournaments.play.reported_games import SaidGame
from tournaments.queries.boards import is_decided_as_whole
from tournaments.queries.matches import GAMES, carry_games, carry_tournament, lock_match
from tournaments.queries.reports import REPORTS, said_in
from tournaments.services.board_slips import refuse_team_match
from tournaments.services.calls import own_seat
from tournaments.services.locking import lock_tournament_of_match

MAX_REPORTS = 40
"""Reports of one player about one match; one reported game by game has a report for each game."""


@dataclass(frozen=True)
class OwnTable:
    """A match, locked, the entry of one who plays it, who acts, and what both players have reported so far."""

    actor: Actor
    match: Match
    entry: Registration
    reports: Sequence[ResultReport]

    def require_open(self, against: int | None = None) -> None:
        """Raise a Refusal unless the entry may report now; with `against` only about the match with this entry."""
        match, tournament = self.match, self.match.round.tournament
        if against not in (None, match.opponent_of(self.entry.pk).pk):
            raise Conflict("opponent_changed", version=match.version)
        if not tournament.players_report:
            raise Refusal("reports_off")
        if tournament.phase == Tournament.Phase.CANCELLED:
            raise Conflict("not_running", phase=tournament.phase)
        if match.round.status == Round.Status.DRAFT:
            raise Conflict("round_not_published", number=match.round.number)
        refuse_team_match(match)
        if len(self.own) >= MAX_REPORTS:
            raise Refusal("too_many_reports", limit=MAX_REPORTS)

    @property
    def is_late(self) -> bool:
        """Whether the match has its result already, its round is over, or its teams' match was decided as a whole."""
        is_over = self.match.is_complete or self.match.round.status == Round.Status.COMPLETED
        return is_over or is_decided_as_whole(self.match)

    def games_before(self, number: int) -> tuple[SaidGame, ...]:
        """The games that the entry has reported one by one, since the result and right before it, that come before this
        number; none where they do not lead up to it."""
        since = self.match.version - 1
        last = next((one for one in reversed(self.own) if one.version >= since and not one.is_superseded), None)
        said = said_in(last)
        if said is None or said.is_final or not said.games:
            return ()
        place = number - (sum(said.score) - len(said.games)) - 1
        return said.games[:place] if 0 <= place <= len(said.games) else ()

    @property
    def own(self) -> list[ResultReport]:
        """What the entry has reported so far, in the order it came."""
        return [one for one in self.reports if one.registration_id == self.entry.pk]


def open_own_table(actor: Actor, match_id: int, registration_id: int | None = None) -> OwnTable:
    """The actor's match, locked; with `registration_id` the one that this entry plays, whose player acts.

    Raises Refusal `no_such_match`; NotAllowed `not_your_match` where no entry is named.
    """
    if registration_id is None:
        tournament = lock_tournament_of_match(match_id)
        match = lock_match(match_id)
        if match is None:
            raise Refusal("no_such_match")
        carry_tournament(match, tournament)
        seat = own_seat(actor, match)
        if seat is None:
            raise NotAllowed("not_your_match")
        return _table(actor, match, seat, REPORTS.ask(match_id))
    players = actor.player_keys
    if not players:
        raise Refusal("no_such_match")
    names = (match_id, registration_id, *players)
    table = _ask_table(actor, names, is_board=False) or _ask_table(actor, names, is_board=True)
    if table is None:
        raise Refusal("no_such_match")
    return table


def _ask_table(actor: Actor, names: tuple[int, ...], *, is_board: bool) -> OwnTable | None:
    """The match that `names` are about, locked, if it is a board or none as `is_board` says."""
    match_id, registration_id, *players = names
    event, matches = _at_table(len(players), is_board)
    tournaments, found, games, reports = ask_together(
        (event, names), (matches, names), (GAMES, [match_id]), (REPORTS, [match_id])
    )
    if not (tournaments and found):
        return None
    match = found[0]
    carry_games(match, games)
    carry_tournament(match, tournaments[0])
    entry = match.player1 if match.player1_id == registration_id else match.player2
    player = own_player_of(actor, entry)
    return _table(actor.acting_for(player) if player is not None else actor, match, entry, reports)


def _table(actor: Actor, match: Match, entry: Registration, reports: Sequence[ResultReport]) -> OwnTable:
    for report in reports:
        report.match = match
    return OwnTable(actor, match, entry, reports)


def _at_table(players: int, is_board: bool) -> tuple[Compiled[Tournament], Compiled[Match]]:
    """What finds and locks the tournament, and then the match, that an entry of one of this many players plays.

    Nothing is locked where it does not play it, or is somebody else's: each query says so by itself.

    Reports of several matches share the tournament's row and keep out everybody else who writes. A report changes rows
    of its own match and of nothing that is locked before it, so none waits for another's while it holds what that one
    needs. A board's report changes the match of the teams, which those of its other boards do, too: it has the row
    alone.
    """
    if (players, is_board) not in _AT_TABLE:
        tournament, match = partial(_tournament_at, is_board), partial(_match_at, is_board)
        _AT_TABLE[players, is_board] = (
            Compiled(tournament, 2 + players, shared=not is_board),
            Compiled(match, 2 + players),
        )
    return _AT_TABLE[players, is_board]


_AT_TABLE: dict[tuple[int, bool], tuple[Compiled[Tournament], Compiled[Match]]] = {}
"""By the number of players on the phone, for matches and for boards."""


def _tournament_at(is_board: bool, match_id: int, registration_id: int, *players: int) -> QuerySet[Tournament]:
    plays = Q(rounds__matches__player1=registration_id) | Q(rounds__matches__player2=registration_id)
    own = Exists(_entries_of(registration_id, *players))
    kind = Q(rounds__matches__team_match__isnull=not is_board)
    tournaments = Tournament.objects.select_for_update(of=("self",)).select_related("ruleset")
    # The pack, kilobytes of text, is read once for each process and version.
    tournaments = tournaments.defer("description", "ruleset__pack")
    return tournaments.filter(own, plays, kind, rounds__matches=match_id).order_by()


def _match_at(is_board: bool, match_id: int, registration_id: int, *players: int) -> QuerySet[Match]:
    plays = Q(player1=registration_id) | Q(player2=registration_id)
    own = Exists(_entries_of(registration_id, *players))
    # The people behind the entries are in no rule and no answer.
    matches = Match.everything.select_for_update(of=("self",)).select_related("round", "player1", "player2")
    return matches.defer("round__pairing").filter(own, plays, team_match__isnull=not is_board, pk=match_id).order_by()


def _entries_of(registration_id: int, *players: int) -> QuerySet[Registration]:
    """The entry, or of a team its members, as far as they are entries of these players."""
    of_one = Q(pk=registration_id) & ~Q(kind=Registration.Kind.TEAM)
    return Registration.everybody.filter(of_one | Q(team_entry=registration_id), player__in=players)
