"""The workbook's last sheet: each setting that pairings, standings and final places depend on, and when rounds were."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Field
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cardpool.packs import GamePack
from cardpool.wording.play import say_best_of
from tournaments.exports.result_sheets import yes_or_blank
from tournaments.exports.sheet import Cell, Column, Kind, Sheet
from tournaments.models import KeepApart, Round, Tournament
from tournaments.models.match import TEAM_MATCH_LENGTH
from tournaments.play.match_state import wins_needed
from tournaments.queries.division_cuts import division_cuts
from tournaments.queries.divisions import division_names, say_divisions
from tournaments.queries.settings import divisions_of
from tournaments.queries.standings import tiebreaks_of
from tournaments.round_names import say_cut_lengths, say_cuts, say_round
from tournaments.scoring.presets import Measure, Preset, RateRule, Tiebreak, find_preset
from tournaments.tiebreak_names import say_tiebreaker

Facts = list[tuple[Cell, Cell]]


def event_sheet(tournament: Tournament, pack: GamePack, rounds: Iterable[Round], *, staff: bool) -> Sheet:
    """The settings the event was played under, and when each round was. How many pairs are kept apart stands there for
    `staff` alone."""
    facts = [
        *_what_is_played(tournament, pack),
        *_how_it_is_paired(tournament, staff=staff),
        *_how_it_is_ranked(tournament),
        *_top_cut(tournament),
        *_lists(tournament),
        (_("Started"), tournament.started_at),
        (pgettext("the moment", "Finished"), tournament.finished_at),
    ]
    for round_ in rounds:
        facts.append((_("%(round)s published") % {"round": say_round(round_)}, round_.published_at))
        facts.append((_("%(round)s completed") % {"round": say_round(round_)}, round_.completed_at))
    facts.append((_("Exported"), timezone.now()))
    columns = [Column(_("Setting")), Column(_("Value"), Kind.MOMENT)]
    return Sheet(_("Event"), columns, facts)


def _named(tournament: Tournament, *names: str) -> Facts:
    """Settings under the names that the form has for them, choices in words."""
    facts: Facts = []
    for name in names:
        value, field = getattr(tournament, name), _field(name)
        if (say := getattr(tournament, f"get_{name}_display", None)) is not None:
            value = say()
        elif isinstance(value, bool):
            value = _yes_or_no(value)
        facts.append((capfirst(str(field.verbose_name)), value))
    return facts


def _field(name: str) -> Field[Any, Any]:
    field = Tournament._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _yes_or_no(is_so: bool) -> str:
    return yes_or_blank(is_so) or _("No")


def _what_is_played(tournament: Tournament, pack: GamePack) -> Facts:
    return [
        (_("Tournament"), tournament.name),
        (_("Code"), tournament.code),
        (_("Starts at"), tournament.starts_at),
        (pgettext("where an event is", "Place"), tournament.place),
        (_("Phase"), tournament.get_phase_display()),
        (_("Game"), tournament.game.display_name),
        (_("Ruleset"), pack.ruleset_name),
        (_("In force from"), tournament.ruleset.effective_from.isoformat()),
        (_("Who plays"), tournament.get_entry_format_display()),
        (_("Match length"), capfirst(say_best_of(tournament.best_of))),
        (_("Swiss rounds"), tournament.planned_rounds),
        (_("Minutes per round"), tournament.round_minutes),
    ]


def _how_it_is_paired(tournament: Tournament, *, staff: bool) -> Facts:
    facts = _named(tournament, "pairing_order", "team_policy", "team_rounds")
    if staff:
        apart = KeepApart.objects.filter(tournament=tournament)
        facts.append((_("Pairs kept apart"), apart.count()))
        facts.append((_("Pairs kept apart always"), apart.filter(is_hard=True).count()))
    facts.append((_("Divisions"), say_divisions(divisions_of(tournament))))
    if tournament.divisions:
        names = division_names(tournament)
        joined = [f"{names.get(one, one)} + {names.get(to, to)}" for one, to in tournament.joined_divisions.items()]
        facts += _named(tournament, "division_mode")
        facts.append((_("Divisions paired together"), _(", ").join(joined)))
    facts += _named(tournament, "drop_no_shows", "drop_after_losses")
    return facts + _named(
        tournament,
        "first_table",
        "table_ranges",
        "only_listed_tables",
        "feature_tables",
        "blocked_tables",
        "avoid_same_table",
    )


def _how_it_is_ranked(tournament: Tournament) -> Facts:
    facts: Facts = [
        (_("Points"), f"{tournament.points_win} / {tournament.points_draw} / {tournament.points_loss}"),
        *(((_("Points by place"), tournament.pod_places),) if tournament.pod_places else ()),
        (_("Tiebreakers"), _(", ").join(say_tiebreaker(one).with_code() for one in tiebreaks_of(tournament))),
        (_("Tiebreakers count from round"), tournament.tiebreaks_from),
    ]
    if tournament.is_in_pods:
        return facts
    preset = find_preset(tournament.preset)
    length = TEAM_MATCH_LENGTH if tournament.is_by_seat else tournament.best_of
    facts += [
        (_("Tiebreakers as defined by"), preset.source),
        (_("Tiebreakers as a file names them"), tournament.preset),
        (_("A bye counts as"), f"{wins_needed(length)}–0"),
        (_("Games of an intentional draw"), preset.intentional_draw_games or _("as played")),
        (_("Games beyond those that decide a match count"), _yes_or_no(preset.more_games)),
        (_("Opponents’ values stay as at one’s own drop"), _yes_or_no(preset.freeze_after_drop)),
    ]
    return facts + [fact for codes, rule in _rates(preset) for fact in _rate(codes, rule, preset)]


def _rates(preset: Preset) -> Iterable[tuple[list[Tiebreak], RateRule]]:
    """The percentages that the event's tiebreakers are made of, each with those that use it."""
    made_of = (
        ((Tiebreak.OMW, Tiebreak.OOMW), preset.match_rate),
        ((Tiebreak.GW, Tiebreak.OGW), preset.game_rate),
        ((Tiebreak.OP, Tiebreak.OOP), preset.result_rate),
        ((Tiebreak.SOS, Tiebreak.ESOS), preset.schedule_rate),
    )
    used = (([code for code in preset.tiebreaks if code in codes], rule) for codes, rule in made_of)
    return [(codes, rule) for codes, rule in used if codes]


def _rate(codes: list[Tiebreak], rule: RateRule, preset: Preset) -> Facts:
    measures = {
        Measure.SHARE_OF_POINTS: _("points, of those for as many wins"),
        Measure.HALF_DRAWS: _("wins and half the draws, of the rounds"),
        Measure.POINTS_PER_ROUND: _("points per round"),
    }
    named = {"codes": ", ".join(codes)}
    facts: Facts = [
        (_("%(codes)s: made of") % named, measures[rule.measure]),
        (_("%(codes)s: at least") % named, str(rule.floor)),
        (_("%(codes)s: one’s own byes count as rounds") % named, _yes_or_no(rule.byes)),
        (_("%(codes)s: missed rounds count") % named, _yes_or_no(rule.missed)),
    ]
    if rule.cap_after_drop is not None:
        facts.append((_("%(codes)s: at most, after a drop") % named, str(rule.cap_after_drop)))
    if Tiebreak.GW in codes:
        facts.append((_("GW: has the floor itself"), _yes_or_no(preset.own_game_win_floored)))
    if Tiebreak.OP in codes or Tiebreak.OOP in codes:
        late = _yes_or_no(preset.late_opponent)
        facts.append((_("%(codes)s: a round missed before a late entry is an opponent at the floor") % named, late))
    return facts


def _top_cut(tournament: Tournament) -> Facts:
    cut, own_cuts = tournament.top_cut, division_cuts(tournament)
    whole = _("Top %(count)s") % {"count": cut} if cut else pgettext("top cut", "None")
    return [
        (_("Top cut"), say_cuts(own_cuts) if own_cuts else whole),
        *(_named(tournament, "cut_mode") if tournament.divisions else ()),
        (_("Match length in the top cut"), say_cut_lengths(tournament)),
        (_("Game 1 of the top cut"), tournament.get_game_one_choice_display()),
        (_("Minutes per round of the top cut"), tournament.cut_minutes),
        *_named(tournament, "third_place_match", "cut_drop"),
    ]


def _lists(tournament: Tournament) -> Facts:
    return [
        (_("Lists follow the deck rules for"), capfirst(say_best_of(tournament.list_length))),
        (_("Card pool"), tournament.get_pool_display()),
        (pgettext("of cards", "Format"), tournament.format),
        (_("Decklists required"), _yes_or_no(tournament.decklists_required)),
        (_("Decklist deadline"), tournament.decklist_deadline),
    ]
