"""What a tournament's settings must be, and which of them may still change."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from accounts.refusals import Refusal
from accounts.visible_names import line_problems
from cardpool.models import CardGame, Ruleset
from cardpool.packs import GamePack
from cardpool.queries import current_ruleset, pack_of
from decks.models.decklist import Pool
from tournaments.models import Registration, Round, Tournament
from tournaments.models.tournament import CUT_SIZES
from tournaments.pods.finals import FINAL_SIZES
from tournaments.queries.pairing_settings import MAX_TABLE, UnreadableTables, read_tables
from tournaments.queries.pod_record import UnreadablePlaces, read_places
from tournaments.queries.settings import FIELDS, TournamentData
from tournaments.scoring.presets import find_preset
from tournaments.services.division_checks import division_problems
from tournaments.services.entries.seats import MAX_ENTRIES

TABLE_LISTS = ("table_ranges", "feature_tables", "blocked_tables")
LENGTHS = {"name": 120, "place": 160, "description": 20_000, **dict.fromkeys(TABLE_LISTS, 200)}
RANGES = {
    "planned_rounds": (1, 30),
    "round_minutes": (1, 600),
    "cut_minutes": (0, 600),
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
TOP_CUTS = (0, *CUT_SIZES)
ENTRY_FORMATS = (
    Tournament.EntryFormat.SINGLES,
    Tournament.EntryFormat.TEAMS_TOGETHER,
    Tournament.EntryFormat.TEAMS_BY_SEAT,
    Tournament.EntryFormat.PODS,
)
"""Who may play in an event."""
PRESETS = (
    "mtr", "mtr-third", "pokemon", "konami", "netrunner", "chess", "buchholz", "median-buchholz", "sonneborn-berger",
)  # fmt: skip
"""The shipped ways to rank, in the order they are offered; a combination of one's own is a line (`find_preset`)."""

_ALWAYS = {"name", "place", "description", "lists_public", "players_report"}
_CUT_MATCHES = {"cut_best_of", "cut_best_of_from", "cut_minutes"}
_DURING_SWISS = _ALWAYS | _CUT_MATCHES | {
    "starts_at", "planned_rounds", "top_cut", "lists_best_of", "third_place_match", "game_one_choice", "round_minutes",
    "capacity", "team_policy", "team_rounds", "pairing_order", "first_table", "only_listed_tables", *TABLE_LISTS,
    "avoid_same_table", "drop_no_shows", "drop_after_losses", "division_mode", "cut_drop",
    "cut_mode",
}  # fmt: skip
CHANGEABLE: dict[str, frozenset[str]] = {
    Tournament.Phase.REGISTRATION: frozenset(FIELDS),
    Tournament.Phase.SWISS: frozenset(_DURING_SWISS),
    Tournament.Phase.TOP_CUT: frozenset(_ALWAYS | _CUT_MATCHES | {"round_minutes"}),
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
    if pack is not None:
        problems += _length_problems(data, pack)
    related: dict[str | None, set[str]] = {
        "decklist_deadline": {"starts_at"},
        "lists_best_of": {"best_of", "cut_best_of"},
        "points_draw": {"points_win"},
        "points_loss": {"points_draw"},
        "tiebreaks_from": {"planned_rounds"},
        "table_ranges": {"only_listed_tables"},
    }
    changed = set(names)
    found = [one for one in problems if one.field in changed or changed & related.get(one.field, set())]
    return found + [one for one in _pod_problems(data) if "entry_format" in changed or one.field in changed]


def _pod_problems(data: TournamentData) -> list[Refusal]:
    """The settings that do not go with pods."""
    problems = []
    try:
        read_places(data.pod_places)
    except UnreadablePlaces:
        problems.append(Refusal("pod_places_unreadable", field="pod_places"))
    if data.entry_format != Tournament.EntryFormat.PODS:
        return problems
    refused = (
        ("top_cut", "pods_cut_size", data.top_cut not in (0, *FINAL_SIZES)),
        ("cut_best_of", "pods_one_game", data.cut_best_of not in (None, 1)),
        ("best_of", "pods_one_game", data.best_of != 1),
        ("planned_rounds", "pods_rounds_needed", data.planned_rounds is None),
        ("division_mode", "pods_together", data.division_mode != Tournament.DivisionMode.TOGETHER),
        ("cut_mode", "pods_one_final", data.cut_mode != Tournament.CutMode.TOGETHER),
        ("pairing_order", "pods_by_lot", data.pairing_order != Tournament.PairingOrder.RANDOM),
        ("drop_after_losses", "pods_no_drops", data.drop_after_losses is not None),
        ("tiebreaks_from", "pods_all_rounds", data.tiebreaks_from is not None),
    )
    return problems + [Refusal(code, field=name) for name, code, is_wrong in refused if is_wrong]


def _length_problems(data: TournamentData, pack: GamePack) -> list[Refusal]:
    """Match lengths the game is not played in, and lists that the top cut would judge by other deck rules."""
    choices = list(pack.best_of_choices)
    problems = [
        Refusal("best_of_not_played", field=name, best_of=length, choices=choices)
        for name, length in (("best_of", data.best_of), ("cut_best_of", data.cut_best_of))
        if length is not None and length not in choices
    ]
    if problems:
        return problems
    lengths = {data.best_of, data.cut_best_of or data.best_of}
    if data.lists_best_of is not None:
        if data.lists_best_of in lengths:
            return []
        known = sorted(lengths)
        return [Refusal("no_such_choice", field="lists_best_of", value=data.lists_best_of, choices=known)]
    if data.entry_format == Tournament.EntryFormat.PODS or pack.judges_alike(*lengths):
        return []
    return [Refusal("lists_length_open", field="lists_best_of", swiss=data.best_of, cut=data.cut_best_of)]


def _text_problems(data: TournamentData) -> list[Refusal]:
    problems = line_problems(data.name, field="name") + line_problems(data.place, field="place", required=False)
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
        "entry_format": ENTRY_FORMATS,
        "best_of": (1, 3, 5),
        "top_cut": TOP_CUTS,
        "cut_best_of_from": CUT_SIZES,
        "pool": Pool.values,
        "game_one_choice": Tournament.GameOneChoice.values,
        "cut_drop": Tournament.CutDrop.values,
        "team_policy": Tournament.TeamPolicy.values,
        "pairing_order": Tournament.PairingOrder.values,
        "division_mode": Tournament.DivisionMode.values,
        "cut_mode": Tournament.CutMode.values,
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
    if "entry_format" in changed and tournament.registrations.exists():
        problems.append(Refusal("entry_format_has_entries", field="entry_format"))
    entered = tournament.registrations.filter(status=Registration.Status.ACTIVE).count()
    if "capacity" in changed and data.capacity is not None and data.capacity < entered:
        problems.append(Refusal("capacity_below_entries", field="capacity", entered=entered))
    return problems


def _swiss_problems(tournament: Tournament, data: TournamentData, changed: Sequence[str]) -> list[Refusal]:
    return _list_problems(tournament, data, changed) + _round_problems(tournament, data, changed)


def _list_problems(tournament: Tournament, data: TournamentData, changed: Sequence[str]) -> list[Refusal]:
    """The lists are handed in: what they are judged by may be stated, but not become another length."""
    if "lists_best_of" in changed and (data.lists_best_of or data.best_of) != tournament.list_length:
        facts = {"setting": "lists_best_of", "phase": tournament.phase}
        return [Refusal("locked_in_phase", field="lists_best_of", **facts)]
    return []


def _round_problems(tournament: Tournament, data: TournamentData, changed: Sequence[str]) -> list[Refusal]:
    if "planned_rounds" not in changed:
        return []
    paired = tournament.rounds.filter(stage=Round.Stage.SWISS).count()
    if data.planned_rounds is None:
        return [Refusal("rounds_required", field="planned_rounds")]
    if data.planned_rounds < paired:
        return [Refusal("rounds_already_paired", field="planned_rounds", paired=paired)]
    return []
