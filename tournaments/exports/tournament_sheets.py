"""The sheets of one tournament's workbook, as much of it as the actor may see, in the active language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.actor import Actor
from accounts.languages import language_key
from cardpool.packs import GamePack
from cardpool.queries import pack_of
from decks.settled_words import say_settled
from jobs.progress import moved
from tournaments import permissions
from tournaments.exports.event_sheet import event_sheet
from tournaments.exports.game_sheets import board_rows, boards_sheet, game_rows, games_sheet
from tournaments.exports.judging_sheets import checks_sheet, penalties_sheet, rulings_sheet
from tournaments.exports.result_sheets import (
    Namer,
    division_cells,
    division_columns,
    final_place_column,
    pods_sheet,
    round_sheet,
    standings_sheet,
)
from tournaments.exports.sheet import Column, Kind, Row, Sheet
from tournaments.models import Registration, Tournament
from tournaments.queries.boards import boards_in
from tournaments.queries.card_rulings import deciders_of, rulings_of
from tournaments.queries.checks import checks_of
from tournaments.queries.decks import visible_decklists
from tournaments.queries.division_places import newest_apart
from tournaments.queries.divisions import division_names
from tournaments.queries.name_order import spoken_key
from tournaments.queries.names import name_for, sees_private_names
from tournaments.queries.penalties import extensions_of, penalties_of
from tournaments.queries.pods import pods_of
from tournaments.queries.rounds import matches_of, rounds_of
from tournaments.queries.standings import final_placings
from tournaments.queries.teams import SEATS, members_by_team

DECKLISTS_AT_ONCE = 200


def tournament_sheets(*, tournament: Tournament, actor: Actor) -> list[Sheet]:
    """Standings, one sheet per round, games, decklists (those the actor may see), for judges and organisers
    penalties, deck checks and settled cards, and the event's settings.

    Drafts of rounds are included only for staff who run rounds. Minors' names are masked and judges' reasons left out
    for everybody but staff, as on the pages.
    """
    staff = sees_private_names(actor, tournament)

    def name(registration: Registration) -> str:
        return name_for(actor, registration, staff=staff)

    drafts = permissions.may(actor, permissions.Action.RUN_ROUNDS, tournament)
    pack, divisions = pack_of(tournament.ruleset), division_names(tournament)
    rounds = list(rounds_of(tournament, drafts=drafts))
    played: list[Sheet] = []
    games: list[Row] = []
    boards: list[Row] = []
    for round_ in rounds:  # The rows of one round at a time are held as records of the database.
        round_.tournament = tournament
        if tournament.is_in_pods:
            played.append(pods_sheet(round_, pods_of(round_), name, reasons=staff))
            continue
        tables = matches_of(round_)
        played.append(round_sheet(round_, tables, name, reasons=staff))
        if tournament.is_by_seat:
            by_match = boards_in(round_)
            tables = [board for row in tables for board in by_match[row.match.pk]]
            boards += board_rows(round_, tables, name, reasons=staff)
        games += game_rows(round_, tables, name, pack, reasons=staff)
    return [
        standings_sheet(
            final_placings(tournament),
            name,
            finished=tournament.phase == Tournament.Phase.FINISHED,
            divisions=divisions,
            is_apart=newest_apart(tournament),
        ),
        *teams_sheets(tournament, name),
        *(membership_sheets(tournament, name) if staff else ()),
        *played,
        *((boards_sheet(boards, divisions),) if tournament.is_by_seat else ()),
        *(() if tournament.is_in_pods else (games_sheet(games, divisions),)),
        decklists_sheet(_decklists(tournament, actor), name, pack, _deciders(tournament, actor)),
        *judging_sheets(tournament, actor),
        event_sheet(tournament, pack, rounds, staff=staff),
    ]


def teams_sheets(tournament: Tournament, name: Namer) -> list[Sheet]:
    """The teams of two with both their players; no sheet for an event of single players."""
    if not tournament.is_for_teams:
        return []
    members = members_by_team(tournament)
    divisions = division_names(tournament)
    columns = [
        Column(pgettext("of an entry", "Number"), Kind.WHOLE),
        Column(_("Team of two")),
        Column(pgettext("of a team", "First player")),
        Column(pgettext("of a team", "Second player")),
        Column(_("Club")),
        *division_columns(divisions),
        Column(_("Status")),
        final_place_column(is_apart=newest_apart(tournament)),
    ]
    entries = tournament.registrations.exclude(status=Registration.Status.WITHDRAWN).order_by("number")
    body: list[Row] = []
    for team in entries.select_related("player"):
        people = [name(member) for member in members[team.pk]]
        people += [""] * (len(SEATS) - len(people))
        status = team.get_status_display()
        body.append(
            [team.number, name(team), *people, team.team, *division_cells(divisions, team), status, team.final_place]
        )
    return [Sheet(_("Teams of two"), columns, body, landscape=True)]


def membership_sheets(tournament: Tournament, name: Namer) -> list[Sheet]:
    """The player IDs, for staff alone; no sheet for an event without any."""
    entries = Registration.people.filter(tournament=tournament).exclude(membership_id="").order_by("number")
    columns = [
        Column(pgettext("of an entry", "Number"), Kind.WHOLE),
        Column(_("Player")),
        Column(_("Player ID")),
        Column(_("Status")),
    ]
    body: list[Row] = [
        [entry.number, name(entry), entry.membership_id, entry.get_status_display()]
        for entry in entries.select_related("player", "tournament")
    ]
    return [Sheet(_("Player IDs"), columns, body)] if body else []


def judging_sheets(tournament: Tournament, actor: Actor) -> list[Sheet]:
    """Penalties, deck checks and settled cards for judges and organisers, where there are any."""
    sheets = []
    if permissions.may(actor, permissions.Action.GIVE_PENALTIES, tournament):
        penalties = list(penalties_of(tournament).order_by("id"))
        sheets += [penalties_sheet(penalties, pack_of(tournament.ruleset))] if penalties else []
    if permissions.may(actor, permissions.Action.CHECK_DECKS, tournament):
        ended = list(checks_of(tournament).exclude(outcome="open").order_by("id"))
        sheets += [checks_sheet(ended, extensions_of(tournament))] if ended else []
    if permissions.may(actor, permissions.Action.SETTLE_CARDS, tournament):
        rulings = list(rulings_of(tournament).order_by("id"))
        sheets += [rulings_sheet(rulings, pack_of(tournament.ruleset))] if rulings else []
    return sheets


def _deciders(tournament: Tournament, actor: Actor) -> dict[int, str]:
    """Who settled which card, for those who may read it."""
    return deciders_of(tournament) if permissions.may(actor, permissions.Action.SETTLE_CARDS, tournament) else {}


def _decklists(tournament: Tournament, actor: Actor) -> Iterator[Registration]:
    """The entries whose lists the actor may read, by name as it is spoken, some at a time: a list with its report takes
    50 kB."""
    entries = visible_decklists(actor, tournament).defer("decklist__submitted__text")
    named = sorted(entries.values_list("name", "pk"), key=lambda row: (spoken_key(row[0]), row[1]))
    for start in range(0, len(named), DECKLISTS_AT_ONCE):
        keys = [key for _name, key in named[start : start + DECKLISTS_AT_ONCE]]
        found = entries.in_bulk(keys)
        yield from (found[key] for key in keys)


def decklists_sheet(entries: Iterable[Registration], name: Namer, pack: GamePack, deciders: Mapping[int, str]) -> Sheet:
    """One row per card of the submitted list of each entry; `deciders` are who settled cards, by ruling."""
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
        Column(_("Judged by")),
        Column(_("Judged as of")),
        Column(pgettext("cards", "Settled")),
    ]
    sections = {section.key: section.names.in_language(language_key()) for section in pack.sections}
    rows: list[Row] = []
    once: dict[str, str] = {}  # Each number and name of a card, which a thousand lists contain.
    for entry in entries:
        moved()
        decklist = entry.decklist
        if decklist is None or decklist.submitted is None:
            continue
        version, shown = decklist.submitted, name(entry)
        verdict = capfirst(version.get_verdict_display())
        basis = "; ".join([version.report.get("ruleset", ""), *version.report.get("restrictions", [])])
        judged_as_of = date_format(version.judged_as_of, "Y-m-d") if version.judged_as_of else ""
        settled = {
            one["number"]: say_settled(one, pack=pack, by=deciders.get(one["ruling"], ""))
            for one in version.report.get("settled", [])
        }
        for card in version.cards:
            rows.append(
                (
                    shown,
                    decklist.name,
                    verdict,
                    sections.get(card["section"], card["section"]),
                    card["count"],
                    once.setdefault(card["number"], card["number"]),
                    once.setdefault(card["name"], card["name"]),
                    version.number,
                    decklist.submitted_at,
                    basis,
                    judged_as_of,
                    settled.get(card["number"], ""),
                )
            )
    return Sheet(_("Decklists"), columns, rows, landscape=True)
