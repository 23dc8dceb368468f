"""The sheets of what was played at a table: every board of teams that play by seat, and every single game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.languages import language_key
from cardpool.packs import GamePack
from tournaments.exports.result_sheets import Namer, division_cells, division_columns, result_words, yes_or_blank
from tournaments.exports.sheet import Column, Kind, Row, Sheet
from tournaments.models import Game, Round
from tournaments.models.match import seat_letter
from tournaments.queries.divisions import division_names
from tournaments.queries.match_records import in_shown_order
from tournaments.queries.rounds import MatchRow


def boards_sheet(rows: Sequence[Row], divisions: Mapping[str, str]) -> Sheet:
    """One row per board of teams that play by seat, as `board_rows` gives them for each round. `divisions` are the
    names of those the event has, by code."""
    columns = [
        Column(_("Round"), Kind.WHOLE),
        Column(_("Table"), Kind.WHOLE),
        Column(pgettext("of a team", "Seat")),
        *division_columns(divisions),
        Column(_("Team 1")),
        Column(_("Player 1")),
        Column(_("Team 2")),
        Column(_("Player 2")),
        Column(_("Games of player 1"), Kind.WHOLE),
        Column(_("Games of player 2"), Kind.WHOLE),
        Column(_("Drawn games"), Kind.WHOLE),
        Column(_("Winner")),
        Column(_("Result")),
        Column(_("Reason")),
    ]
    return Sheet(_("Boards"), columns, rows, landscape=True)


def board_rows(round_: Round, boards: list[MatchRow], name: Namer, *, reasons: bool) -> Iterator[Row]:
    """The boards of a round: who played on which seat for which team, and how it ended."""
    divisions = division_names(round_.tournament)
    for row in boards:
        teams = row.match.team_match or row.match
        yield [
            round_.number,
            row.match.table,
            seat_letter(row.match.board),
            *division_cells(divisions, *teams.entries),
            name(teams.player1),
            name(row.match.player1),
            name(teams.player2),
            name(row.match.player2),
            *row.score,
            name(row.winner) if row.winner is not None else None,
            result_words(row),
            row.match.reason if reasons else None,
        ]


def games_sheet(rows: Sequence[Row], divisions: Mapping[str, str]) -> Sheet:
    """One row per recorded game, as `game_rows` gives them for each round. `divisions` as in `boards_sheet`."""
    columns = [
        Column(_("Round"), Kind.WHOLE),
        Column(_("Table"), Kind.WHOLE),
        Column(pgettext("one game of a match", "Game"), Kind.WHOLE),
        *division_columns(divisions),
        Column(_("Player 1")),
        Column(_("Player 2")),
        Column(_("Had the choice")),
        Column(_("Chose")),
        Column(pgettext("of a game", "First player")),
        Column(_("Winner")),
        Column(_("Ending")),
        Column(_("Conceded")),
        Column(_("Stopped by time")),
        Column(_("Details")),
        Column(_("Let stand by a judge")),
    ]
    return Sheet(_("Games"), columns, rows, landscape=True)


def game_rows(round_: Round, tables: list[MatchRow], name: Namer, pack: GamePack, *, reasons: bool) -> Iterator[Row]:
    """The games of a round: who had the choice, who started, who won and how it ended.

    Of a bare score nobody noted which game came when: its games stand without a number, in no order. Games a judge let
    stand against a rule are marked for everybody; `reasons` adds the judge's words.
    """
    language, divisions = language_key(), division_names(round_.tournament)
    endings = {ending["key"]: ending["names"][language] for ending in pack.play["endings"]}
    for row in tables:
        match = row.match
        division = division_cells(divisions, *(match.team_match or match).entries)
        names = {None: "", 1: name(match.player1), 2: name(match.player2)}
        for game in in_shown_order(match.games.all()):
            yield [
                round_.number,
                match.table,
                game.number if game.order_known else pgettext("the order of games", "unknown"),
                *division,
                names[1],
                names[2],
                names[game.chooser_seat],
                game.get_choice_display() if game.choice else "",
                names[game.first_seat],
                _("Drawn") if game.is_draw else names[game.winner_seat],
                endings.get(game.ending, game.ending),
                yes_or_blank(game.conceded),
                yes_or_blank(game.stopped_by_time),
                _details(game),
                game.override_reason if reasons else yes_or_blank(bool(game.override_reason)),
            ]


def _details(game: Game) -> str:
    if game.is_penalty:
        return _("Lost by a penalty")
    return _("Known") if game.details_known else _("Only the result is known")
