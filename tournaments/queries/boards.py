"""The boards of matches between teams that play by seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet

from tournaments.models import Match, Registration, Round
from tournaments.models.match import BOARDS
from tournaments.queries.bracket import board_length, cut_of, read_cuts
from tournaments.queries.checks import match_under_way
from tournaments.queries.matches import carry_games, carry_tournament, with_players
from tournaments.queries.rounds import MatchRow, match_row

NOT_STORED = 0
"""A key that no row has: what belongs to a match cannot be asked for without one."""


def boards_of(match: Match) -> list[Match]:
    """The boards of a match, with players and games, in order; none of any other match. Two queries, if any."""
    if not match.round.tournament.is_by_seat or match.is_board:
        return []
    return _read(Match.everything.filter(team_match=match), match.round)


def boards_in(round: Round, *, only: Collection[int] | None = None) -> dict[int, list[MatchRow]]:
    """The boards of a round, or of the matches `only`, as tables, by the key of their match. Two queries where teams
    play by seat, none elsewhere."""
    found: dict[int, list[MatchRow]] = defaultdict(list)
    if not round.tournament.is_by_seat:
        return found
    boards = Match.everything.filter(round=round).exclude(team_match=None)
    for board in _read(boards if only is None else boards.filter(team_match__in=only), round):
        found[board.team_match_id or 0].append(match_row(board, round, round.tournament))
    return found


def boards_shown(round: Round) -> dict[int, list[MatchRow]]:
    """As `boards_in`, of a published round, read once for a page and kept at this `round`."""
    if round.status == Round.Status.DRAFT:
        return {}
    if "boards_shown" not in vars(round):
        vars(round)["boards_shown"] = boards_in(round)
    found: dict[int, list[MatchRow]] = vars(round)["boards_shown"]
    return found


def boards_to_play(round: Round) -> dict[int, list[MatchRow]]:
    """The boards of a round for its slips, by the key of their match; those of a draft as they will be, not stored and
    under a key that nothing has."""
    if round.status != Round.Status.DRAFT:
        return boards_in(round)
    members = {(one.team_entry_id, one.seat): one for one in Registration.people.filter(tournament=round.tournament)}
    cuts = read_cuts(round.tournament) if round.stage == Round.Stage.TOP_CUT else ()
    found: dict[int, list[MatchRow]] = defaultdict(list)
    for match in with_players(Match.objects.filter(round=round, is_complete=False)):
        length = board_length(cut_of(cuts, match), round) if cuts else None
        for number in BOARDS:
            board = Match(pk=NOT_STORED, round=round, table=match.table, team_match=match, board=number, best_of=length)
            board.player1 = members[match.player1_id, number]
            board.player2 = members[match.player2_id, number]
            carry_games(board, ())
            found[match.pk].append(match_row(board, round, round.tournament))
    return found


def is_declared(match: Match) -> bool:
    """Whether a match between teams was decided as a whole, not by its boards."""
    if match.outcome == Match.Outcome.PLAYED:
        return False
    boards = boards_of(match) if match.outcome == Match.Outcome.DOUBLE_LOSS else []
    return not boards or not all(one.is_lost_by_both for one in boards)


def is_decided_as_whole(match: Match) -> bool:
    """Whether a match is a board of teams whose match was decided as a whole."""
    return match.team_match is not None and is_declared(match.team_match)


def is_level(match: Match, boards: Sequence[Match]) -> bool:
    """Whether all boards of a match are over and it is not: in the top cut nobody leads, and a judge says who advances.

    In Swiss rounds level boards are a drawn match.
    """
    return bool(boards) and not match.is_complete and all(board.is_complete for board in boards)


def own_boards(boards: Sequence[Match], members: Sequence[Registration]) -> list[tuple[Registration, Match]]:
    """Those of a match's boards that these members play, each with its member."""
    by_key = {member.pk: member for member in members}
    return [(by_key[key], board) for board in boards for key in (board.player1_id, board.player2_id) if key in by_key]


def board_under_way(member: Registration) -> Match | None:
    """The board of a member in the round that is running, finished or not; None without one."""
    return next((one for one in boards_played_by(member) if one.round.status == Round.Status.PUBLISHED), None)


def own_match(entry: Registration, match: Match) -> Match | None:
    """The match as this entry plays it: itself, for a member that of the team; where teams play by seat the member's
    board, whose match may be named too. None for somebody else's, and for a board that is not there (a walk-over)."""
    if not (entry.is_member and entry.tournament.is_by_seat):
        return match if (entry.team_entry_id or entry.pk) in (match.player1_id, match.player2_id) else None
    seated = Q(player1=entry) | Q(player2=entry)
    boards = Match.everything.filter(seated, Q(pk=match.pk) | Q(team_match=match)).exclude(team_match=None)
    return boards.select_related("round", "team_match").first()


def own_match_under_way(entry: Registration) -> Match | None:
    """As `match_under_way`, of a member who plays by seat the board."""
    is_on_a_board = entry.is_member and entry.tournament.is_by_seat
    return board_under_way(entry) if is_on_a_board else match_under_way(entry)


def boards_played_by(member: Registration) -> list[Match]:
    """The boards of a member in the rounds that everybody sees, the newest first, with players and games."""
    seated = Q(player1=member) | Q(player2=member)
    found = Match.everything.filter(seated).exclude(team_match=None).exclude(round__status=Round.Status.DRAFT)
    boards = list(with_players(found).prefetch_related("games").order_by("-round__number"))
    for board in boards:
        carry_tournament(board, member.tournament)
    return boards


def _read(boards: QuerySet[Match], round: Round) -> list[Match]:
    read = with_players(boards).select_related("team_match__player1__player", "team_match__player2__player")
    found = list(read.prefetch_related("games", "team_match__time_extensions").order_by("table", "board"))
    for board in found:
        if board.team_match is not None:
            board.team_match.round = round
            carry_tournament(board.team_match, round.tournament)
        board.round = round
        carry_tournament(board, round.tournament)
    return found
