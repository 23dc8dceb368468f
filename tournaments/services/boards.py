"""The boards of a round in which teams play by seat: made when it is published, kept with who meets whom."""

from __future__ import annotations

from accounts.refusals import Conflict
from tournaments.models import Match, Registration, Round
from tournaments.models.match import BOARDS
from tournaments.queries.bracket import board_length, cut_of, read_cuts
from tournaments.queries.match_records import is_recorded


def seat_boards(round: Round) -> None:
    """Give each match of a published round the boards of its teams: the first members meet, and the second ones.

    Boards of teams that no longer meet are replaced; nothing is recorded on them, since a match that has begun keeps
    its teams. A board changes its table with its match. A match decided before it was played (a walk-over) gets none.

    Raises Conflict `repair_has_results` where a judge gave a penalty on a board that a repair, undone, would replace.
    """
    if not round.tournament.is_by_seat or round.status == Round.Status.DRAFT:
        return
    matches = list(Match.objects.filter(round=round).select_related("player1", "player2").order_by("pk"))
    teams = [team for match in matches for team in (match.player1_id, match.player2_id)]
    seated = Registration.people.filter(team_entry__in=teams).values_list("team_entry", "seat", "pk")
    members = {(team, seat): key for team, seat, key in seated}
    old_boards = Match.everything.filter(round=round, team_match__in=matches)
    there = {(one.team_match_id, one.board): one for one in old_boards}
    made = []
    for match in matches:
        for board in BOARDS:
            pair = (members[match.player1_id, board], members[match.player2_id, board])
            old = there.get((match.pk, board))
            if old is not None and (old.player1_id, old.player2_id) == pair:
                if old.table != match.table:
                    old.table = match.table
                    old.save(update_fields=["table", "updated_at"])
                continue
            if old is not None:
                if is_recorded(old):
                    raise Conflict("repair_has_results", number=round.number)
                old.delete()
            if not match.is_complete:
                made.append(_board(round, match, board, pair))
    Match.everything.bulk_create(made)


def _board(round: Round, match: Match, board: int, pair: tuple[int, int]) -> Match:
    length = None
    if round.stage == Round.Stage.TOP_CUT:
        length = board_length(cut_of(read_cuts(round.tournament), match), round)
    one, two = pair
    return Match(
        round=round, table=match.table, team_match=match, board=board, player1_id=one, player2_id=two, best_of=length
    )


def remove_boards(round: Round) -> None:
    """Take the boards of a round away that becomes a draft again: nothing was recorded on them."""
    Match.everything.filter(round=round).exclude(team_match=None).delete()
