"""The sheets of one tournament's workbook, as much of it as the actor may see, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts.actor import Actor
from cardpool.packs import GamePack
from cardpool.queries import pack_of
from tournaments import permissions
from tournaments.exports.sheet import Cell, Column, Kind, Row, Sheet
from tournaments.models import Game, Registration, Round, Tournament
from tournaments.queries.names import name_for, sees_private_names
from tournaments.queries.rounds import MatchRow, byes_of, matches_of, missed_of, rounds_of
from tournaments.queries.standings import StandingRow, final_placings

Namer = Callable[[Registration], str]


def tournament_sheets(*, tournament: Tournament, actor: Actor) -> list[Sheet]:
    """Standings, one sheet per round, games, decklists (those the actor may see) and the event's settings.

    Drafts of rounds are left out for whoever may not run rounds; minors' names are masked for everybody but staff.
    """
    staff = sees_private_names(actor, tournament)

    def name(registration: Registration) -> str:
        return name_for(actor, registration, staff=staff)

    drafts = permissions.may(actor, permissions.Action.RUN_ROUNDS, tournament)
    played = [(round_, matches_of(round_)) for round_ in rounds_of(tournament, drafts=drafts)]
    pack = pack_of(tournament.ruleset)
    return [
        standings_sheet(final_placings(tournament), name, finished=tournament.phase == Tournament.Phase.FINISHED),
        *(round_sheet(round_, rows, name) for round_, rows in played),
        games_sheet(played, name, pack),
        decklists_sheet(tournament, actor, name, pack),
        event_sheet(tournament, pack, [round_ for round_, _rows in played]),
    ]


def standings_sheet(rows: list[StandingRow], name: Namer, *, finished: bool) -> Sheet:
    """Rank, player, points, record, tiebreakers as real numbers, the round after which somebody left."""
    values = list(next((row.values for row in rows if row.values), ()))
    columns = [
        Column(_("Rank"), Kind.WHOLE),
        Column(_("Player")),
        Column(_("Team")),
        Column(_("Points"), Kind.WHOLE),
        Column(_("W-L-D")),
        Column(_("Wins"), Kind.WHOLE),
        Column(_("Losses"), Kind.WHOLE),
        Column(_("Draws"), Kind.WHOLE),
        *(Column(_value_header(value.code, value.is_percent), _value_kind(value.is_percent)) for value in values),
        Column(_("Left after round"), Kind.WHOLE),
    ]
    if finished:
        columns.insert(0, Column(_("Final place"), Kind.WHOLE))
    body: list[Row] = []
    for row in rows:
        reals: list[Cell] = [value.real for value in row.values]
        reals += [None] * (len(values) - len(reals))
        cells = [
            row.rank,
            name(row.registration),
            row.registration.team,
            row.points,
            f"{row.wins}-{row.losses}-{row.draws}",
            row.wins,
            row.losses,
            row.draws,
            *reals,
            row.dropped_round,
        ]
        body.append([row.final_place, *cells] if finished else cells)
    return Sheet(_("Standings"), columns, body, landscape=True)


def round_sheet(round_: Round, rows: list[MatchRow], name: Namer) -> Sheet:
    """One row per table in order, then byes and missed rounds."""
    columns = [
        Column(_("Table"), Kind.WHOLE),
        Column(_("Player 1")),
        Column(_("Player 2")),
        Column(_("Games of player 1"), Kind.WHOLE),
        Column(_("Games of player 2"), Kind.WHOLE),
        Column(_("Drawn games"), Kind.WHOLE),
        Column(_("Winner")),
        Column(_("Result")),
        Column(_("Reason")),
    ]
    body: list[Row] = [
        [
            row.match.table,
            name(row.match.player1),
            name(row.match.player2),
            row.wins1,
            row.wins2,
            row.draws,
            name(row.winner) if row.winner is not None else None,
            result_words(row),
            row.match.reason,
        ]
        for row in rows
    ]
    for bye in byes_of(round_):
        body.append([None, name(bye.registration), None, 2, 0, 0, name(bye.registration), bye.get_kind_display(), None])
    for missed in missed_of(round_):
        body.append([None, name(missed.registration), None, 0, 0, 0, None, _("Missed round"), None])
    return Sheet(round_title(round_), columns, body, landscape=True)


def round_title(round_: Round) -> str:
    """The round's name as its sheet and the pages say it."""
    if round_.stage == Round.Stage.TOP_CUT:
        return _("Top cut, round %(number)s") % {"number": round_.number}
    return _("Round %(number)s") % {"number": round_.number}


def result_words(row: MatchRow) -> str:
    """How the match ended, in a word or two."""
    if row.is_open:
        return pgettext("result", "Open")
    if row.match.outcome != row.match.Outcome.PLAYED:
        return str(row.match.get_outcome_display())
    if row.match.stopped_by_time:
        return _("Played, stopped by time")
    return _("Played")


def games_sheet(played: list[tuple[Round, list[MatchRow]]], name: Namer, pack: GamePack) -> Sheet:
    """One row per recorded game: who had the choice, who started, who won and how it ended."""
    columns = [
        Column(_("Round"), Kind.WHOLE),
        Column(_("Table"), Kind.WHOLE),
        Column(pgettext("one game of a match", "Game"), Kind.WHOLE),
        Column(_("Player 1")),
        Column(_("Player 2")),
        Column(_("Had the choice")),
        Column(_("Chose")),
        Column(_("First player")),
        Column(_("Winner")),
        Column(_("Ending")),
        Column(_("Conceded")),
        Column(_("Stopped by time")),
        Column(_("Details")),
        Column(_("Judge’s reason")),
    ]
    endings = {ending["key"]: ending["names"][_pack_language()] for ending in pack.play["endings"]}
    rows = [row for round_, tables in played for row in _game_rows(round_, tables, name, endings)]
    return Sheet(_("Games"), columns, rows, landscape=True)


def _game_rows(round_: Round, tables: list[MatchRow], name: Namer, endings: dict[str, str]) -> Iterator[Row]:
    for row in tables:
        match = row.match

        names = {None: "", 1: name(match.player1), 2: name(match.player2)}

        for game in sorted(match.games.all(), key=lambda game: game.number):
            yield [
                round_.number,
                match.table,
                game.number,
                names[1],
                names[2],
                names[game.chooser_seat],
                game.get_choice_display() if game.choice else "",
                names[game.first_seat],
                _("Drawn") if game.is_draw else names[game.winner_seat],
                endings.get(game.ending, game.ending),
                _yes(game.conceded),
                _yes(game.stopped_by_time),
                _details(game),
                game.override_reason,
            ]


def _details(game: Game) -> str:
    return _("Known") if game.details_known else _("Only the result is known")


def decklists_sheet(tournament: Tournament, actor: Actor, name: Namer, pack: GamePack) -> Sheet:
    """One row per card of every submitted list the actor may see."""
    columns = [
        Column(_("Player")),
        Column(_("Deck name")),
        Column(_("Verdict")),
        Column(_("Section")),
        Column(_("Count"), Kind.WHOLE),
        Column(_("Card number")),
        Column(_("Card name")),
        Column(_("Version"), Kind.WHOLE),
        Column(_("Submitted"), Kind.MOMENT),
    ]
    sections = {section.key: section.names.in_language(_pack_language()) for section in pack.sections}
    registrations = tournament.registrations.exclude(decklist__submitted=None)
    rows: list[Row] = []
    for entry in registrations.select_related("player", "decklist__submitted", "tournament").order_by("name", "id"):
        decklist = entry.decklist
        if decklist is None or decklist.submitted is None or not permissions.may_view_decklist(actor, entry):
            continue
        version = decklist.submitted
        verdict = _("Legal") if version.is_legal else _("Illegal")
        for card in version.cards:
            rows.append(
                [
                    name(entry),
                    decklist.name,
                    verdict,
                    sections.get(card["section"], card["section"]),
                    card["count"],
                    card["number"],
                    card["name"],
                    version.number,
                    decklist.submitted_at,
                ]
            )
    return Sheet(_("Decklists"), columns, rows, landscape=True)


def event_sheet(tournament: Tournament, pack: GamePack, rounds: list[Round]) -> Sheet:
    """The settings the event was played under, and when each round was."""
    cut = tournament.top_cut
    facts: list[tuple[str, object]] = [
        (_("Tournament"), tournament.name),
        (_("Code"), tournament.code),
        (_("Starts at"), tournament.starts_at),
        (_("Place"), tournament.place),
        (_("Phase"), tournament.get_phase_display()),
        (_("Game"), tournament.game.display_name),
        (_("Ruleset"), pack.ruleset_name),
        (_("In force from"), tournament.ruleset.effective_from.isoformat()),
        (_("Match length"), _("Best of %(count)s") % {"count": tournament.best_of}),
        (_("Swiss rounds"), tournament.planned_rounds),
        (_("Top cut"), _("Top %(count)s") % {"count": cut} if cut else pgettext("top cut", "None")),
        (_("Game 1 of the top cut"), tournament.get_game_one_choice_display()),
        (_("Minutes per round"), tournament.round_minutes),
        (_("Points"), f"{tournament.points_win} / {tournament.points_draw} / {tournament.points_loss}"),
        (_("Tiebreakers"), tournament.preset),
        (_("Card pool"), tournament.get_pool_display()),
        (_("Decklists required"), _yes(tournament.decklists_required) or _("No")),
        (_("Decklist deadline"), tournament.decklist_deadline),
        (_("Started"), tournament.started_at),
        (_("Finished"), tournament.finished_at),
    ]
    for round_ in rounds:
        facts.append((_("%(round)s published") % {"round": round_title(round_)}, round_.published_at))
        facts.append((_("%(round)s completed") % {"round": round_title(round_)}, round_.completed_at))
    facts.append((_("Exported"), timezone.now()))
    columns = [Column(_("Setting")), Column(_("Value"), Kind.MOMENT)]
    return Sheet(_("Event"), columns, [[label, value] for label, value in facts])  # type: ignore[list-item]


def _value_header(code: str, is_percent: bool) -> str:
    return f"{code} %" if is_percent else code


def _value_kind(is_percent: bool) -> Kind:
    return Kind.PERCENT if is_percent else Kind.DECIMAL


def _yes(value: bool) -> str:
    return _("Yes") if value else ""


def _pack_language() -> str:
    """The key of the game pack's names for the active language."""
    return "zh" if (get_language() or "zh").startswith("zh") else "en"
