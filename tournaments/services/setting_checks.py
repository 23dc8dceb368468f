"""What a tournament's settings must be, and which of them may still change."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from accounts.refusals import Refusal
from cardpool.models import CardGame, Ruleset
from cardpool.packs import GamePack
from cardpool.queries import current_ruleset, pack_of
from decks.models.decklist import Pool
from tournaments.models import Registration, Round, Tournament
from tournaments.queries.pairing_settings import MAX_TABLE, UnreadableTables, read_tables
from tournaments.queries.settings import FIELDS, TournamentData
from tournaments.scoring.presets import find_preset
from tournaments.services.division_checks import division_problems
from tournaments.services.entries.seats import MAX_ENTRIES

TABLE_LISTS = ("table_ranges", "feature_tables", "blocked_tables")
LENGTHS = {"name": 120, "place": 160, "description": 20_000, **dict.fromkeys(TABLE_LISTS, 200)}
RANGES = {
    "planned_rounds": (1, 30),
    "round_minutes": (1, 600),
    "capacity": (2, MAX_ENTRIES),
    "team_rounds": (1, 30),
    "tiebreaks_from": (1, 30),
    "first_table": (1, MAX_TABLE),
    "drop_after_losses": (1, 30),
}
POINTS = ("points_win", "points_draw", "points_loss")
MAX_POINTS = 100
FIRST_YEAR, LAST_YEAR = 1990, 2199
MAX_PRESET_LENGTH = 160
FORMAT = re.compile(r"[a-z0-9_-]{0,40}")
TOP_CUTS = (0, 4, 8, 16)
PRESETS = (
    "mtr", "mtr-third", "pokemon", "konami", "netrunner", "chess", "buchholz", "median-buchholz", "sonneborn-berger",
)  # fmt: skip
"""The shipped ways to rank, in the order they are offered; a combination of one's own is a line (`find_preset`)."""

_ALWAYS = {"name", "place", "description", "lists_public", "players_report"}
_DURING_SWISS = _ALWAYS | {
    "starts_at", "planned_rounds", "top_cut", "third_place_match", "game_one_choice", "round_minutes", "capacity",
    "team_policy", "team_rounds", "pairing_order", "first_table", "only_listed_tables", *TABLE_LISTS,
    "avoid_same_table", "drop_no_shows", "drop_after_losses", "division_mode",
}  # fmt: skip
CHANGEABLE: dict[str, frozenset[str]] = {
    Tournament.Phase.REGISTRATION: frozenset(FIELDS),
    Tournament.Phase.SWISS: frozenset(_DURING_SWISS),
    Tournament.Phase.TOP_CUT: frozenset(_ALWAYS | {"round_minutes"}),
    Tournament.Phase.FINISHED: frozenset(_ALWAYS),
    Tournament.Phase.CANCELLED: frozenset(_ALWAYS),
}
"""The settings each phase leaves open; the game has a further condition, see `change_problems`."""


def game_of(data: TournamentData) -> CardGame:
    """The game of the settings. Raises Refusal `no_such_game`."""
    game = CardGame.objects.filter(slug=data.game_slug).first()
    if game is None:
        raise Refusal("no_such_game", field="game_slug", game=data.game_slug)
    return game


def setting_problems(
    data: TournamentData, names: Collection[str] = FIELDS, *, pinned: Ruleset | None = None
) -> list[Refusal]:
    """Every one of the named settings that cannot be accepted, whatever the phase.

    `pinned` is the ruleset of an event that keeps it; otherwise the one in force on the day of the start is asked.
    """
    problems = _text_problems(data) + _number_problems(data) + _choice_problems(data)
    problems += division_problems(data.divisions)
    if not FIRST_YEAR <= data.starts_at.year <= LAST_YEAR:
        problems.append(Refusal("date_out_of_range", field="starts_at", first=FIRST_YEAR, last=LAST_YEAR))
    if not FORMAT.fullmatch(data.format):
        problems.append(Refusal("format_no_key", field="format", value=data.format[:40]))
    deadline = data.decklist_deadline
    if deadline is not None and deadline > data.starts_at:
        problems.append(Refusal("deadline_after_start", field="decklist_deadline"))
    try:
        pack: GamePack | None = pack_of(pinned or current_ruleset(game_of(data), on=data.starts_at.date()))
    except Refusal as refusal:
        problems.append(refusal)
        pack = None
    if pack is not None and data.best_of not in pack.best_of_choices:
        choices = list(pack.best_of_choices)
        problems.append(Refusal("best_of_not_played", field="best_of", best_of=data.best_of, choices=choices))
    related = {
        "decklist_deadline": "starts_at",
        "points_draw": "points_win",
        "points_loss": "points_draw",
        "tiebreaks_from": "planned_rounds",
        "table_ranges": "only_listed_tables",
    }
    return [problem for problem in problems if problem.field in names or related.get(problem.field) in names]


def _text_problems(data: TournamentData) -> list[Refusal]:
    problems = [] if data.name else [Refusal("name_required", field="name")]
    for name, limit in LENGTHS.items():
        if len(getattr(data, name)) > limit:
            problems.append(Refusal("text_too_long", field=name, limit=limit))
    return problems + _table_problems(data)


def _table_problems(data: TournamentData) -> list[Refusal]:
    problems = []
    for name in TABLE_LISTS:
        try:
            read_tables(getattr(data, name))
        except UnreadableTables as unreadable:
            problems.append(Refusal("tables_unreadable", field=name, part=unreadable.part[:40]))
    if data.only_listed_tables and not data.table_ranges and not data.feature_tables:
        problems.append(Refusal("tables_unlisted", field="table_ranges"))
    return problems


def _number_problems(data: TournamentData) -> list[Refusal]:
    problems = []
    for name, (low, high) in RANGES.items():
        value = getattr(data, name)
        if value is not None and not low <= value <= high:
            problems.append(Refusal("out_of_range", field=name, low=low, high=high, value=value))
    first, rounds = data.tiebreaks_from, data.planned_rounds
    if first is not None and rounds is not None and rounds < first <= RANGES["tiebreaks_from"][1]:
        problems.append(Refusal("out_of_range", field="tiebreaks_from", low=1, high=rounds, value=first))
    for name in POINTS:
        value = getattr(data, name)
        if value is not None and not 0 <= value <= MAX_POINTS:
            problems.append(Refusal("out_of_range", field=name, low=0, high=MAX_POINTS, value=value))
    win, draw, loss = (getattr(data, name) for name in POINTS)
    if win is not None and draw is not None and win <= draw:
        problems.append(Refusal("points_not_falling", field="points_draw"))
    if draw is not None and loss is not None and draw < loss:
        problems.append(Refusal("points_not_falling", field="points_loss"))
    return problems


def _choice_problems(data: TournamentData) -> list[Refusal]:
    choices: dict[str, Sequence[object]] = {
        "best_of": (1, 3, 5),
        "top_cut": TOP_CUTS,
        "pool": Pool.values,
        "game_one_choice": Tournament.GameOneChoice.values,
        "team_policy": Tournament.TeamPolicy.values,
        "pairing_order": Tournament.PairingOrder.values,
        "division_mode": Tournament.DivisionMode.values,
    }
    problems = [
        Refusal("no_such_choice", field=name, value=getattr(data, name), choices=list(known))
        for name, known in choices.items()
        if getattr(data, name) not in known and getattr(data, name) is not None
    ]
    if data.preset is not None and not _is_preset(data.preset):
        problems.append(Refusal("no_such_choice", field="preset", value=data.preset[:200], choices=list(PRESETS)))
    return problems


def _is_preset(code: str) -> bool:
    try:
        find_preset(code)
    except KeyError:
        return False
    return len(code) <= MAX_PRESET_LENGTH


def change_problems(tournament: Tournament, data: TournamentData, changed: Sequence[str]) -> list[Refusal]:
    """Every changed setting that may not change any more in the tournament's phase, each with the reason."""
    open_still = CHANGEABLE[tournament.phase]
    problems = [
        Refusal("locked_in_phase", field=name, setting=name, phase=tournament.phase)
        for name in changed
        if name not in open_still
    ]
    if tournament.phase == Tournament.Phase.REGISTRATION:
        return problems + _entry_problems(tournament, data, changed)
    if tournament.phase == Tournament.Phase.SWISS:
        return problems + _swiss_problems(tournament, data, changed)
    return problems


def _entry_problems(tournament: Tournament, data: TournamentData, changed: Sequence[str]) -> list[Refusal]:
    problems = []
    if "game_slug" in changed and tournament.registrations.exists():
        problems.append(Refusal("game_has_entries", field="game_slug"))
    entered = tournament.registrations.filter(status=Registration.Status.ACTIVE).count()
    if "capacity" in changed and data.capacity is not None and data.capacity < entered:
        problems.append(Refusal("capacity_below_entries", field="capacity", entered=entered))
    return problems


def _swiss_problems(tournament: Tournament, data: TournamentData, changed: Sequence[str]) -> list[Refusal]:
    if "planned_rounds" not in changed:
        return []
    paired = tournament.rounds.filter(stage=Round.Stage.SWISS).count()
    if data.planned_rounds is None:
        return [Refusal("rounds_required", field="planned_rounds")]
    if data.planned_rounds < paired:
        return [Refusal("rounds_already_paired", field="planned_rounds", paired=paired)]
    return []
