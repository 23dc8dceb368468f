"""Which tiebreakers a table uses, in which order, by which published rules: all of it data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType


class Tiebreak(StrEnum):
    """What ranks entrants who are level on match points. The value is the code shown in the table's head."""

    OMW = "OMW"
    """Opponents' match-win percentage (MTR Appendix C)."""
    GW = "GW"
    """One's own game-win percentage (MTR Appendix C)."""
    OGW = "OGW"
    """Opponents' game-win percentage (MTR Appendix C)."""
    OOMW = "OOMW"
    """Opponents' opponents' match-win percentage (Konami)."""
    OP = "OP"
    """Opponents' win percentage (Play! Pokémon)."""
    OOP = "OOP"
    """Opponents' opponents' win percentage (Play! Pokémon)."""
    H2H = "H2H"
    """Who won between exactly two who are level (Play! Pokémon)."""
    SOS = "SOS"
    """Strength of schedule: opponents' points per round (Null Signal Games)."""
    ESOS = "ESOS"
    """Extended strength of schedule: opponents' strength of schedule."""
    BH = "BH"
    """Buchholz: sum of the opponents' points (FIDE C.07, 8.1)."""
    MBH = "MBH"
    """Median-Buchholz: without the highest and the lowest (FIDE C.07, 14.3)."""
    SB = "SB"
    """Sonneborn-Berger: each opponent's points times those won against them (FIDE C.07, 9.1)."""
    WINS = "WINS"
    """Number of won matches, byes included (FIDE C.07, 7.1)."""


class Measure(StrEnum):
    """How a win percentage is made from a record."""

    SHARE_OF_POINTS = "share_of_points"
    """Points over the points of as many wins: draws count by the point system (MTR)."""
    HALF_DRAWS = "half_draws"
    """Wins and half the draws over rounds (Play! Pokémon)."""
    POINTS_PER_ROUND = "points_per_round"
    """Points over rounds (Null Signal Games)."""


@dataclass(frozen=True, slots=True)
class RateRule:
    """One win percentage: its measure, its bounds, and whether byes and missed rounds are rounds of it.

    A rate over no rounds at all is the floor. ``cap_after_drop`` bounds the rate of a player who left early.
    """

    measure: Measure = Measure.SHARE_OF_POINTS
    floor: Fraction = Fraction(0)
    cap_after_drop: Fraction | None = None
    byes: bool = True
    missed: bool = True


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to rank: match points first, then ``tiebreaks`` in order.

    ``match_rate`` makes OMW and OOMW, ``game_rate`` GW and OGW, ``result_rate`` OP and OOP, ``schedule_rate`` SOS and
    ESOS. ``own_game_win_floored``: whether GW itself shows the floor that it has inside OGW.
    ``freeze_after_drop``: the opponents' values of a player who left stay as they were in their last round.
    ``late_opponent``: whether a round missed by a late entrant counts in OP and OOP as an opponent at the floor.
    ``more_games``: whether a Swiss match may have more games than decide it; all of them then count.
    ``intentional_draw_games``: drawn games an intentional draw counts as; 0 counts the games really played, if any.
    """

    code: str
    tiebreaks: tuple[Tiebreak, ...]
    source: str
    match_rate: RateRule
    game_rate: RateRule
    result_rate: RateRule
    schedule_rate: RateRule
    own_game_win_floored: bool = True
    freeze_after_drop: bool = False
    late_opponent: bool = False
    more_games: bool = False
    intentional_draw_games: int = 0


_MTR_RATE = RateRule(floor=Fraction(33, 100))
_THIRD_RATE = RateRule(floor=Fraction(1, 3))
_POKEMON_RATE = RateRule(
    Measure.HALF_DRAWS, floor=Fraction(1, 4), cap_after_drop=Fraction(3, 4), byes=False, missed=True
)
_SCHEDULE_RATE = RateRule(Measure.POINTS_PER_ROUND, missed=False)


MTR = Preset(
    code="mtr",
    tiebreaks=(Tiebreak.OMW, Tiebreak.GW, Tiebreak.OGW),
    source="Magic Tournament Rules 3.1 and Appendix C",
    match_rate=_MTR_RATE,
    game_rate=_MTR_RATE,
    result_rate=_POKEMON_RATE,
    schedule_rate=_SCHEDULE_RATE,
)


def _preset(code: str, tiebreaks: tuple[Tiebreak, ...], source: str) -> Preset:
    return replace(MTR, code=code, tiebreaks=tiebreaks, source=source)


_FIDE = "FIDE Handbook C.07 (from 1 August 2024), 8.1, 9.1, 14.3 and 16"

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.code: preset
        for preset in (
            MTR,
            replace(
                MTR,
                code="mtr-third",
                source="Magic Tournament Rules 3.1 and Appendix C, with one third in place of 0.33 as Melee.gg has it",
                match_rate=_THIRD_RATE,
                game_rate=_THIRD_RATE,
            ),
            replace(
                _preset(
                    "pokemon",
                    (Tiebreak.OP, Tiebreak.OOP, Tiebreak.H2H),
                    "Play! Pokémon Tournament Rules Handbook, determining tiebreakers",
                ),
                freeze_after_drop=True,
            ),
            replace(
                _preset(
                    "konami",
                    (Tiebreak.OMW, Tiebreak.OOMW),
                    "Konami Official Tournament Policy, tie-breaker explanation (points, YYY, ZZZ)",
                ),
                match_rate=RateRule(),
            ),
            replace(
                _preset(
                    "netrunner",
                    (Tiebreak.SOS, Tiebreak.ESOS),
                    "Null Signal Games Organized Play Policies, strength of schedule, as Cobra computes it",
                ),
                more_games=True,
            ),
            _preset("buchholz", (Tiebreak.BH,), _FIDE),
            _preset("median-buchholz", (Tiebreak.MBH, Tiebreak.BH), _FIDE),
            _preset("sonneborn-berger", (Tiebreak.SB, Tiebreak.BH), _FIDE),
            _preset("chess", (Tiebreak.BH, Tiebreak.MBH, Tiebreak.SB), _FIDE),
        )
    }
)

MATCH_POINTS = "MP"


def find_preset(code: str) -> Preset:
    """The shipped preset with this code, or the combination it spells (see ``read_combination``).

    ``KeyError`` for a code that is neither.
    """
    if not code.startswith(COMBINATION):
        return PRESETS[code]
    try:
        return read_combination(code)
    except ValueError as error:
        raise KeyError(code) from error


def custom_preset(
    tiebreaks: Sequence[str],
    *,
    base: str = "mtr",
    floor: Fraction | None = None,
    own_game_win_floored: bool | None = None,
    byes_in_win_rate: bool | None = None,
    freeze_after_drop: bool | None = None,
    late_opponent: bool | None = None,
    more_games: bool | None = None,
    intentional_draw_games: int | None = None,
) -> Preset:
    """An organiser's own combination, in their order, on the rules of a shipped preset; what is not given stays.

    A leading ``"MP"`` is accepted: match points come first in any case. ``floor`` replaces that of match- and game-win
    percentages; ``byes_in_win_rate`` says whether byes count in the Pokémon win percentage. ``ValueError`` for a code
    that is not a tiebreaker or comes twice, ``KeyError`` for an unknown base.
    """
    codes = list(tiebreaks[1:] if tiebreaks and tiebreaks[0] == MATCH_POINTS else tiebreaks)
    order = tuple(Tiebreak(code) for code in codes)
    if len(set(order)) != len(order):
        raise ValueError(f"a tiebreaker comes twice: {', '.join(codes)}")
    start = find_preset(base)
    preset = replace(start, code=start.code if order == start.tiebreaks else "custom", tiebreaks=order)
    if floor is not None:
        preset = replace(
            preset,
            match_rate=replace(preset.match_rate, floor=floor),
            game_rate=replace(preset.game_rate, floor=floor),
        )
    if own_game_win_floored is not None:
        preset = replace(preset, own_game_win_floored=own_game_win_floored)
    if byes_in_win_rate is not None:
        preset = replace(preset, result_rate=replace(preset.result_rate, byes=byes_in_win_rate))
    if freeze_after_drop is not None:
        preset = replace(preset, freeze_after_drop=freeze_after_drop)
    if late_opponent is not None:
        preset = replace(preset, late_opponent=late_opponent)
    if more_games is not None:
        preset = replace(preset, more_games=more_games)
    if intentional_draw_games is not None:
        preset = replace(preset, intentional_draw_games=intentional_draw_games)
    return preset


COMBINATION = "custom:"
LATE_SOURCE = "missed rounds as opponents at the floor, as published Play! Pokémon tables count them"
_MAX_GAMES = 9
_FLOOR = re.compile(r"[0-9]{1,4}/[1-9][0-9]{0,3}|[0-9](\.[0-9]{1,6})?")


def read_combination(text: str) -> Preset:
    """An organiser's own combination in one line: ``custom:mtr:OMW,GW,SOS;floor=1/3;gw=raw``.

    The base preset, the tiebreakers in order, then settings in any order: ``floor`` (a fraction or decimal from 0 to 1)
    of match- and game-win percentages, ``gw`` (``raw`` or ``floored``) for one's own game-win percentage, ``byes``
    (``count`` or ``skip``) in the Pokémon win percentage, ``left`` (``keep`` or ``move``) for the opponents' values of
    players who left, ``late`` (``floor`` or ``none``) for the opponent that a missed round counts as, ``games``
    (``more`` or ``planned``) for matches of more games than decide them, ``id`` for the drawn games of an intentional
    draw. The preset's code is the line itself.
    ``ValueError`` for anything else.
    """
    head, *settings = text.removeprefix(COMBINATION).split(";")
    base, colon, codes = head.partition(":")
    if not colon or base not in PRESETS or not codes:
        raise ValueError(f"not a base and tiebreakers: {head!r}")
    chosen: dict[str, str] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name in chosen:
            raise ValueError(f"{name} comes twice")
        chosen[name] = value
    floor = _read_floor(chosen.pop("floor")) if "floor" in chosen else None
    floored = _read_choice(chosen, "gw", no="raw", yes="floored")
    byes = _read_choice(chosen, "byes", no="skip", yes="count")
    keep = _read_choice(chosen, "left", no="move", yes="keep")
    late = _read_choice(chosen, "late", no="none", yes="floor")
    more = _read_choice(chosen, "games", no="planned", yes="more")
    drawn = chosen.pop("id", None)
    if chosen or (drawn is not None and drawn not in map(str, range(_MAX_GAMES + 1))):
        raise ValueError(f"unknown settings: {text!r}")
    preset = custom_preset(
        codes.split(","),
        base=base,
        floor=floor,
        own_game_win_floored=floored,
        byes_in_win_rate=byes,
        freeze_after_drop=keep,
        late_opponent=late,
        more_games=more,
        intentional_draw_games=None if drawn is None else int(drawn),
    )
    sources = [preset.source, *([LATE_SOURCE] if late else []), "combined by the organiser"]
    return replace(preset, code=text, source="; ".join(sources))


def _read_floor(text: str) -> Fraction:
    if not _FLOOR.fullmatch(text) or not 0 <= Fraction(text) <= 1:
        raise ValueError(f"no floor: {text!r}")
    return Fraction(text)


def _read_choice(chosen: dict[str, str], name: str, *, no: str, yes: str) -> bool | None:
    value = chosen.pop(name, None)
    if value not in (None, no, yes):
        raise ValueError(f"{name} is {no} or {yes}, not {value!r}")
    return None if value is None else value == yes
