"""Names, numbers and drawings of an event, for templates: `{% load event %}`.

`{% shown_name registration %}` · `value|percent` · `{% record_strip row %}` · `{% clock round %}` ·
`{% bracket drawn %}` · `{% phase_tag tournament %}` · `{% status_tag entry %}` · `row|score`
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.own_parts import is_for_everybody
from accounts.templatetags.page import icon
from cardpool.queries import pack_of
from tournaments.decisions import format_score, say_decision
from tournaments.join_codes import format_join_code
from tournaments.models import Announcement, Match, Registration, Round, Tournament
from tournaments.permissions import is_own
from tournaments.pictures import BoxedName, boxed_name, bracket_picture, finals_picture, record_dots
from tournaments.queries.bracket import DrawnBracket
from tournaments.queries.clock import ClockFace, clock_face
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.divisions import division_names, format_division_place
from tournaments.queries.drawn_finals import DrawnFinals
from tournaments.queries.matches import MatchView
from tournaments.queries.names import shown_name as name_for_everybody
from tournaments.queries.pairing_settings import is_feature
from tournaments.queries.penalties import tables_with_time
from tournaments.queries.rounds import MatchRow
from tournaments.queries.seating import sits_at, sits_out
from tournaments.queries.seats import section_of_seat as section_of
from tournaments.queries.standings import StandingRow, rounded
from tournaments.queries.teams import join_names, members_of, own_members
from tournaments.round_names import say_cut_round, say_round, say_round_numbered
from tournaments.wording import rulings
from tournaments.wording.announcing import say_end, say_made

register = template.Library()

Phase = Tournament.Phase
PHASES = {
    Tournament.Phase.REGISTRATION: "info",
    Tournament.Phase.SWISS: "live",
    Tournament.Phase.TOP_CUT: "live",
    Tournament.Phase.FINISHED: "",
    Tournament.Phase.CANCELLED: "bad",
}
STATUSES = {
    Registration.Status.ACTIVE: "done",
    Registration.Status.WAITLISTED: "need",
    Registration.Status.DISQUALIFIED: "bad",
}


@register.simple_tag(takes_context=True)
def shown_name(context: Context, registration: Registration | None) -> str:
    """What the visitor may read as the entrant's name; the context's `private` says whether that is a staff page."""
    if registration is None:
        return ""
    request = context.get("request")
    # A team's name is never masked: whose it is makes no difference.
    own = request is not None and not registration.is_team and is_own(request.actor, registration)
    return name_for_everybody(registration, private=bool(context.get("private")), own=own)


@register.simple_tag(takes_context=True)
def names_of_members(context: Context, registration: Registration | None) -> str:
    """The members of a team as the visitor may read them; nothing for a player. A query outside an event's pages."""
    if registration is None or not registration.is_team:
        return ""
    visit = context.get("visit")
    if visit is not None:
        found: str = visit.member_names.get(registration.pk, "")
        return found
    return join_names(name_for_everybody(one, private=False) for one in members_of(registration))


@register.simple_tag(takes_context=True)
def team_members(context: Context, registration: Registration | None) -> str:
    """The members of a team in a line of its own; nothing for a player."""
    names = names_of_members(context, registration)
    return format_html('<span class="team-members">{}</span>', names) if names else ""


@register.simple_tag(takes_context=True)
def players_here(context: Context, registration: Registration) -> str:
    """The keys of the players of this phone who stand for an entry, with spaces between: of a team perhaps both."""
    return " ".join(str(one.player_id) for one in own_members(context["request"].actor, registration))


@register.simple_tag(takes_context=True)
def shown_opponent(context: Context, match: Match, registration: Registration) -> str:
    """What the visitor may read as the name of this entrant's opponent in a match."""
    return shown_name(context, match.opponent_of(registration.pk))


@register.simple_tag(takes_context=True)
def members_of_opponent(context: Context, match: Match, registration: Registration) -> str:
    """The members of the team that this entrant meets in a match; nothing for a player."""
    return team_members(context, match.opponent_of(registration.pk))


@register.simple_tag
def listed_name(registration: Registration) -> str:
    """What everybody reads as the entrant's name, their own eyes included."""
    return name_for_everybody(registration, private=False)


@register.filter
def section_of_seat(registration: Registration) -> int:
    """The section in which everybody can read the entry's seat (`tournaments.views.public.seats`)."""
    return section_of(registration)


@register.filter
def percent(value: Fraction | Decimal | None) -> str:
    """A share as a percentage with two decimals, in the way of the language: 2/3 becomes 66.67 %."""
    if value is None:
        return ""
    shown = rounded(value * 100) if isinstance(value, Fraction) else value
    return _("%(number)s%%") % {"number": number_format(shown, 2)}


@register.filter
def fraction(value: Fraction | None) -> str:
    """A fraction as it is: 9/15 in lowest terms, whole numbers without a bar."""
    if value is None:
        return ""
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


@register.filter
def plain(value: Fraction | Decimal | int | None) -> str:
    """A number with at most two decimals and no trailing zeros."""
    if value is None:
        return ""
    decimal = rounded(Fraction(value)).normalize()
    return number_format(decimal if decimal != decimal.to_integral() else int(decimal))


@register.filter
def games_score(score: tuple[int, int, int]) -> str:
    """Games won, lost and drawn as `format_score` writes them."""
    return format_score(score)


@register.filter
def score(row: MatchRow) -> str:
    """Games won by seat one and two as they count, and drawn ones if any: 2–1, 1–1–1. Empty before the first."""
    if not (row.match.is_complete or row.match.games.all()):
        return ""
    return format_score(row.score)


@register.filter
def score_of(view: MatchView) -> str:
    """Games won by seat one and two of a match in full, as `score` formats them."""
    return format_score(view.score)


@register.filter
def decision(row: MatchRow) -> str:
    """How a table was decided that its games did not decide."""
    return say_decision(row.match, wins1=row.wins1, wins2=row.wins2, draws=row.draws)


@register.filter
def decision_of(view: MatchView) -> str:
    """How a match in full was decided that its games did not decide."""
    return say_decision(view.match, wins1=view.state.wins1, wins2=view.state.wins2, draws=view.state.draws)


@register.inclusion_tag("components/tag.html")
def phase_tag(tournament: Tournament) -> dict[str, Any]:
    """The phase as a badge; red only while the event runs."""
    return {"kind": PHASES[Tournament.Phase(tournament.phase)], "text": tournament.get_phase_display()}


@register.inclusion_tag("components/tag.html", takes_context=True)
def status_tag(context: Context, registration: Registration) -> dict[str, Any]:
    """The status of an entry as a badge, with the round it left after; once the event runs, an active one plays."""
    text = registration.get_status_display()
    phase = (context.get("tournament") or registration.tournament).phase
    if registration.status == Registration.Status.ACTIVE and phase in (Phase.SWISS, Phase.TOP_CUT, Phase.FINISHED):
        text = pgettext("status of an entry", "Played") if phase == Phase.FINISHED else _("Playing")
    if registration.status == Registration.Status.DROPPED and registration.status_round:
        left = say_round_numbered(registration.status_round, _cut_places_from(registration))
        text = _("Dropped after %(round)s") % {"round": left}
    return {"kind": STATUSES.get(Registration.Status(registration.status), ""), "text": text}


def _cut_places_from(registration: Registration) -> Mapping[int, int]:
    """The `cut_places` of the entry's event, where it left in its top cut."""
    tournament, left = registration.tournament, registration.status_round or 0
    return cut_places(tournament) if left > (tournament.planned_rounds or left) else {}


@register.inclusion_tag("components/event/record_strip.html")
def record_strip(results: tuple[str | None, ...]) -> dict[str, Any]:
    """Wins, losses and draws in the order of the rounds, drawn and in words."""
    words = {"win": _("win"), "loss": _("loss"), "draw": _("draw"), "bye": _("bye"), "none": _("no match")}
    dots = record_dots(results)
    return {
        "dots": dots,
        "width": max(16, 16 * len(dots)),
        "words": pgettext("between the items of a list", ", ").join(words[dot.kind] for dot in dots),
    }


@register.inclusion_tag("components/event/clock.html", takes_context=True)
def clock(context: Context, round: Round | None, *, alone: bool = False) -> dict[str, Any]:
    """The round's clock: the moment it ends in milliseconds since 1970, or the seconds left where it is paused.

    Its face is what a page shows before its script counts: the time left, and on a page kept for everybody the time of
    day at which the round ends, with a word that says so. Where there are no scripts, the time of day stands below the
    time that was left. `alone`: without the tables that have more time.
    """
    face = clock_face(round) if round is not None else None
    if round is None or face is None:
        return {}
    extended = [] if alone else tables_with_time(round)
    end = date_format(timezone.localtime(round.clock_ends_at), "H:i") if round.clock_ends_at is not None else ""
    is_end = bool(end) and is_for_everybody(context.get("request"))
    gone = "0" if is_end else face.gone
    return {"face": face, "gone": gone, "end": end, "is_end": is_end, "extended": extended}


@register.inclusion_tag("components/event/clock.html")
def clock_to_push() -> dict[str, Any]:
    """A clock with every word that one may have; `static/js/pushed_news.js` removes those that are not meant."""
    return {"face": ClockFace(ends=None, left=0, whole=1, extra_turns=True), "gone": "0"}


@register.simple_tag
def announcement_times(announcement: Announcement) -> dict[str, str]:
    """When it was `made`, and its `end`, if it ends by itself."""
    return {"made": say_made(announcement), "end": say_end(announcement)}


@register.inclusion_tag("components/event/bracket.html", takes_context=True)
def bracket(context: Context, drawn: DrawnBracket) -> dict[str, Any]:
    """The bracket as a drawing; its text equivalent is a page's own list (`components/event/bracket_list.html`)."""
    kept = {name: context.get(name) for name in ("request", "private", "tournament")}
    return kept | {"picture": bracket_picture(drawn), "bracket": drawn}


@register.inclusion_tag("components/event/finals.html", takes_context=True)
def finals_drawing(context: Context, finals: DrawnFinals, *, both_sides: bool = False) -> dict[str, Any]:
    """The final pods as a drawing; its text equivalent is a page's own list (`components/event/finals_list.html`)."""
    kept = {name: context.get(name) for name in ("request", "private", "tournament")}
    return kept | {"picture": finals_picture(finals, both_sides=both_sides)}


@register.simple_tag(takes_context=True)
def boxed(context: Context, registration: Registration | None) -> BoxedName:
    """What the visitor may read as the entrant's name, as it fits into a box of the bracket."""
    return boxed_name(shown_name(context, registration))


@register.filter
def cut_round_name(players: int) -> str:
    """What a top-cut round is called by how many players are left in it."""
    return say_cut_round(players)


@register.simple_tag
def round_name(round: Round, places: dict[int, int] | None = None) -> str:
    """What a round is called: Round 3, or Semifinals. `places` are the `cut_places` of its tournament, where known."""
    return say_round(round, places)


@register.simple_tag
def match_stage(match: Match, round: Round, places: dict[int, int] | None = None) -> str:
    """What a match of the round is called: as the round, or the match for third place beside a final."""
    return _("Third place") if match.is_third_place else say_round(round, places)


@register.simple_tag
def sits(entry: Registration, round: Round | None, match: Match | None = None) -> str:
    """As `sits_at` has it; empty without a round."""
    if round is None:
        return ""
    if match is None:
        return sits_out(round)
    return sits_at(round, match.pk, match.table, match.player2_id if match.player1_id == entry.pk else match.player1_id)


@register.simple_tag
def feature_mark(tournament: Tournament, table: int | None) -> SafeString:
    """A star where the table is one of the event's feature tables."""
    if not is_feature(tournament, table):
        return SafeString()
    words = _("Feature table")
    return format_html('<span class="feature-mark" title="{}">{}</span>', words, icon("star", words))


@register.simple_tag
def points_of(points: dict[int, int], registration: Registration) -> int:
    """An entrant's match points out of a table of them; 0 for somebody who is not in it."""
    return points.get(registration.pk, 0)


@register.simple_tag
def match_length(best_of: int) -> str:
    """How many games a match has, for those who do not know what a best of three is."""
    words = {
        1: _("best of 1: one game decides"),
        3: _("best of 3: two won games win the match"),
        5: _("best of 5: three won games win the match"),
    }
    return words[best_of]


@register.simple_tag
def label(tournament: Tournament, word: str) -> str:
    """What the tournament's card game calls a match, game, player or deck."""
    return rulings.word_of(pack_of(tournament.ruleset), word)


@register.simple_tag
def standings_url(code: str, number: int | None, division: str) -> str:
    """The address of the standings after a round (None: the newest), of one division where it is named."""
    keys = {"code": code} | ({"number": number} if number else {}) | ({"division": division} if division else {})
    return reverse("tournament_standings_in" if division else "tournament_standings", kwargs=keys)


@register.simple_tag
def division_place(row: StandingRow) -> str:
    """The division of a row of the standings and the rank in it."""
    return format_division_place(row, division_names(row.registration.tournament))


@register.simple_tag
def place_of(row: StandingRow, final: bool, division: str) -> int | None:
    """The place that a page of standings shows in a row: in the division it is of, the final one, or the Swiss rank."""
    return row.division_rank if division else (row.final_place if final else None) or row.rank


@register.filter
def join_code(tournament: Tournament) -> str:
    """The join code of an event as it is shown, in two groups."""
    return format_join_code(tournament.join_code)
