"""Pods in words: settings that do not go together, results, and what is known about a seating."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import PodRevision, PodSeat, Registration
from tournaments.pods.entrants import PROVED
from tournaments.pods.sizes import PodSizes
from tournaments.queries.pod_drafts import DraftPeople
from tournaments.queries.pods import PodRow
from tournaments.wording.certificate import Certificate, LevelLine

Manner = PodSeat.Manner


def say_places(placed: Sequence[Sequence[Any]]) -> str:
    """Names with their places, from the first on: rows of name, place, manner."""
    if all(place is None for _name, place, _manner in placed):
        return _("no result")
    return _(", ").join(_placed(*row) for row in placed)


def _placed(name: str, place: int | None, manner: str) -> str:
    words = {"place": place, "name": name, "manner": Manner(manner).label}
    said = pgettext("a place and who has it", "%(place)s. %(name)s") % words
    return said if manner == Manner.PLAYED else _("%(said)s (%(manner)s)") % {**words, "said": said}


def say_reported_places(placed: Sequence[tuple[str, int]], *, is_drawn: bool, is_whole: bool) -> str:
    """What a player reports of a pod: who won, or every place."""
    if is_drawn:
        return _("drawn by all")
    if is_whole:
        return say_places([(name, place, Manner.PLAYED) for name, place in placed])
    winners = [name for name, place in placed if place == 1]
    said = _("%(names)s won") if len(winners) == 1 else _("%(names)s share the first place")
    return said % {"names": _(", ").join(winners)}


def say_revision(revision: PodRevision, side: str, names: Mapping[int, Registration]) -> str:
    """One side of a revision, `before` or `after`, with the names as entered."""
    facts = revision.before if side == "before" else revision.after
    rows = [
        (names[seat["registration"]].entered_name, seat["place"], seat["manner"])
        for seat in facts["seats"]
        if seat["registration"] in names
    ]
    return say_places(sorted(rows, key=lambda row: row[1] or 0))


def _result(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {**facts, "table": facts["table"] or "–", "placed": say_places(facts.get("placed", ()))}


def _changed(facts: Mapping[str, Any]) -> str:
    by = facts["by"] or _("Somebody")
    return _("%(by)s has changed this pod since you opened it. Your entry was not saved; look again.") % {"by": by}


def say_sizes(sizes: PodSizes) -> str:
    """The pods of a round by their sizes, and its byes."""
    parts = []
    if sizes.fours:
        parts.append(ngettext("%(count)d pod of four", "%(count)d pods of four", sizes.fours) % {"count": sizes.fours})
    if sizes.threes:
        parts.append(
            ngettext("%(count)d pod of three", "%(count)d pods of three", sizes.threes) % {"count": sizes.threes}
        )
    if sizes.byes:
        parts.append(ngettext("%(count)d bye", "%(count)d byes", sizes.byes) % {"count": sizes.byes})
    return _(", ").join(parts)


def say_draft_people(people: DraftPeople) -> list[str]:
    """Who has left and come since a draft was seated, and what sizes that makes; nothing where nobody has."""
    if not people.is_changed:
        return []
    said = []
    if people.left:
        said.append(_("Left since this draft was seated: %(names)s.") % {"names": _names(people.left)})
    if people.new:
        said.append(_("Came since this draft was seated: %(names)s.") % {"names": _names(people.new)})
    if people.then is None:
        said.append(_("Three players are needed for a pod. Discard the draft."))
    else:
        words = {"now": say_sizes(people.now), "then": say_sizes(people.then)}
        said.append(_("The draft has %(now)s; seated again it has %(then)s.") % words)
    return said


def _names(entries: Sequence[Registration]) -> str:
    return _(", ").join(entry.entered_name for entry in entries)


def say_there(row: PodRow) -> str:
    """How many of a pod are left to play it, where somebody has gone; what follows where it is one or nobody."""
    if not row.gone:
        return ""
    words = {"names": _names([one.registration for one in row.gone]), "count": len(row.there)}
    if not row.there:
        return _("%(names)s: nobody is left to play this pod. Enter them as absent.") % words
    if len(row.there) == 1:
        words["winner"] = row.there[0].registration.entered_name
        return _("%(names)s: only %(winner)s is left at this table, and wins.") % words
    return (
        ngettext(
            "%(names)s does not play on: last, without a place. %(count)d players play to the end.",
            "%(names)s do not play on: last, without a place. %(count)d players play to the end.",
            len(row.gone),
        )
        % words
    )


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "not_in_pods": lambda facts: _("An event in pods of four has no pairs, so this does not apply to it."),
    "only_in_pods": lambda facts: _("This is for events in pods of four. Of pairs, decide by hand who meets."),
    "no_such_exchange": lambda facts: _(
        "No exchange of two players makes that so without breaking another decision. Exchange players one by one."
    ),
    "no_such_pod": lambda facts: _("There is no such pod."),
    "pod_changed": _changed,
    "pod_has_result": lambda facts: _("This pod has its result already. Correct it, with a reason."),
    "pod_stranger": lambda facts: _("Only players of the pod have a place in it."),
    "not_your_pod": lambda facts: _("Only the players of this pod can report its result."),
    "pod_without_first": lambda facts: _("Nobody has the first place. Enter the places again."),
    "pod_places_missing": lambda facts: (
        _("These have no place yet: %(names)s.") % {"names": _(", ").join(facts["names"])}
    ),
    "pod_places_unreadable": lambda facts: _(
        "Write four numbers that do not rise, such as 4-3-2-1, or leave it empty."
    ),
    "pods_no_cut": lambda facts: _(
        "The table of the game is for matches of two. Choose the size of the finals yourself."
    ),
    "pods_cut_size": lambda facts: _(
        "In pods of four the top cut is a final pod of 4, or of 16 with a round before it."
    ),
    "final_is_seated": lambda facts: _(
        "This would change who plays the final, which is seated already. Take the final back to a draft, discard it, "
        "then correct."
    ),
    "pods_one_game": lambda facts: _("In pods of four one game decides: choose best of 1."),
    "pods_together": lambda facts: _("In pods of four all divisions play together."),
    "pods_one_final": lambda facts: _(
        "In pods of four all divisions play for the same final pod; a division has no final of its own."
    ),
    "pods_by_lot": lambda facts: _("In pods of four equals are seated by lot: choose “By lot”."),
    "pods_no_drops": lambda facts: _("In pods of four nobody is dropped for losses. Leave this empty."),
    "pods_all_rounds": lambda facts: _("In pods of four all rounds count. Leave this empty."),
    "pods_rounds_needed": lambda facts: _("Say how many rounds are played: for pods of four no number is recommended."),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "pod_recorded": lambda facts: _("entered pod %(table)s: %(placed)s") % _result(facts),
    "pod_corrected": lambda facts: (
        _("corrected pod %(table)s in %(round_name)s to %(placed)s: %(reason)s") % _result(facts)
    ),
    "pod_reported": lambda facts: _("%(name)s reported pod %(table)s: %(placed)s") % _result(facts),
    "pod_late": lambda facts: (
        _("An earlier report of %(name)s of pod %(table)s came late (%(placed)s); the later one counts")
        % _result(facts)
    ),
    "pod_agreed": lambda facts: (
        _("%(name)s confirmed pod %(table)s as others had reported it: %(placed)s counts") % _result(facts)
    ),
    "pod_reports_differ": lambda facts: (
        _("%(name)s reported pod %(table)s differently: %(placed)s; a judge is called") % _result(facts)
    ),
    "pod_lost": lambda facts: (
        _("%(name)s is last at pod %(table)s: %(manner)s")
        % {
            **facts,
            "table": facts["table"] or "–",
            "manner": Manner(facts.get("manner", Manner.DISQUALIFIED)).label,
        }
    ),
    "pod_cleared": lambda facts: _("cleared the result of pod %(table)s") % _result(facts),
}


def say_pods(facts: Mapping[str, Any], *, edited_by_hand: bool = False) -> Certificate | None:
    """What is proved about a round in pods, from the facts it keeps; None where it keeps none."""
    kept = facts.get("pods")
    if kept is None:
        return None
    achieved, bound = kept["achieved"], kept["bound"]
    is_proved = bool(facts.get("certified"))
    if "repair" in facts:
        verdict = _("Some players moved after a correction, so nothing is proved.")
    elif "as_paired" in facts and facts.get("is_exchanged", True):
        verdict = _("Players were exchanged by hand, so nothing is proved.")
    elif is_proved and kept["every_seating"]:
        verdict = _("Proved: every way to divide the players was looked at, and none is better.")
    elif is_proved:
        verdict = _("Proved: no seating can be better.")
    else:
        verdict = _("A good seating; that none is better could not be proved.")
    return Certificate(
        is_proved=is_proved,
        verdict=verdict,
        remarks=tuple(_remarks(achieved)),
        better=_(
            "“Better” means, the most important first: fewer players together who are to be kept apart; fewer players "
            "who meet again, of these the least often; pods of three and byes for those who had the fewest; the bye "
            "for fewer points; smaller differences of points inside the pods."
        ),
        levels=tuple(LevelLine(name_of_level(name), achieved[name], bound[name]) for name in PROVED),
        bound_holds=is_proved,
    )


def _remarks(achieved: Mapping[str, int]) -> list[str]:
    said = []
    if achieved["together"]:
        said.append(
            ngettext(
                "%(count)d pair that was to be kept apart sits together.",
                "%(count)d pairs that were to be kept apart sit together.",
                achieved["together"],
            )
            % {"count": achieved["together"]}
        )
    if achieved["repeats"]:
        said.append(_("Some players meet again: it could not be avoided, or no way around it was found."))
    said.append(_("Who sat early in the order of turns so far sits late now; equals by lot."))
    return said


def name_of_level(name: str) -> str:
    """What a level of a seating's cost is called."""
    names = {
        "together": _("Together, though to be kept apart"),
        "repeats": _("Meeting again"),
        "short_again": _("In a pod of three, or with a bye, again"),
        "bye_points": _("Points of those with a bye"),
        "spread": _("Squared differences of points"),
        "seats": _("Early in the order of turns again"),
    }
    return names[name]
