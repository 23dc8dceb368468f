"""What is proved about a round's pairing, in words an organiser and a player understand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.swiss.repair import RepairResult
from tournaments.swiss.settings import Order

LEVELS = ("repeats", "beyond_first", "bye_score", "score_spread", "discouraged", "repeated_floats")
"""What a pairing is measured by, the most important first; the fields of the core's `Levels`."""


@dataclass(frozen=True)
class LevelLine:
    """One measure: what it counts, what this pairing has, and the least that is proved possible."""

    name: str
    achieved: int
    bound: int


@dataclass(frozen=True)
class Certificate:
    """The verdict in one sentence, what follows from it, what "better" means, and the measures in detail.

    `bound_holds`: a witness stands behind the least of each measure.
    """

    is_proved: bool
    verdict: str
    remarks: tuple[str, ...] = ()
    better: str = ""
    levels: tuple[LevelLine, ...] = ()
    bound_holds: bool = False


def people_named(facts: Mapping[str, Any]) -> set[int]:
    """The entrants a certificate may name, by key."""
    named = {key for pair in (*facts.get("rematches", []), *facts.get("late", [])) for key in pair}
    return named | set(facts.get("second_byes", [])) | ({facts["second_bye"]} if facts.get("second_bye") else set())


def say_certificate(
    facts: Mapping[str, Any], *, names: Mapping[int, str], edited_by_hand: bool, corrected_since: bool = False
) -> Certificate | None:
    """The certificate of a Swiss round from the facts it keeps; None where it keeps none. `names` of `people_named`.

    `corrected_since`: a result of an earlier round was changed after the pairing, so the proof speaks of the standings
    before that.
    """
    if "achieved" not in facts or "bound" not in facts:
        return None
    achieved, bound = facts["achieved"], facts["bound"]
    is_proved = bool(facts.get("certified"))
    return Certificate(
        is_proved=is_proved,
        verdict=_verdict(facts, is_proved, edited_by_hand),
        remarks=tuple(_remarks(facts, names, is_proved, edited_by_hand) + _since(corrected_since)),
        better=_(
            "“Better” means, the most important first: fewer rematches and second byes, of these the least often "
            "repeated; the bye for fewer points; smaller score differences; fewer pairs that were to be kept apart; "
            "fewer players paired down or up again."
        ),
        levels=tuple(LevelLine(name_of(level), achieved.get(level, 0), bound.get(level, 0)) for level in LEVELS),
        bound_holds=bool(facts.get("bound_holds")),
    )


def say_repair_verdict(result: RepairResult, *, begun: int, decided: int) -> str:
    """What is proved about a repair that has not been made yet; tables that have `begun`, and those that were `decided`
    by hand, stay."""
    if not result.pairing.certified:
        return _("A good repair; that none is better could not be proved.")
    if result.pairing.looked_ahead:
        return _(
            "Searched to the end: no better pairing for the corrected standings forces as few rematches on the rounds "
            "to come. Perhaps fewer tables could move."
        )
    if len(result.kept) != result.kept_bound:
        return _("Proved: no pairing fits the corrected standings better. Perhaps fewer tables could move.")
    if begun:
        return _(
            "Proved for the tables that have not begun: no pairing fits the corrected standings better, and none "
            "that fits as well moves fewer tables."
        )
    if decided:
        return _(
            "Proved around what was decided by hand: no pairing of the others fits the corrected standings better, and "
            "none that fits as well moves fewer tables."
        )
    return _("Proved: no pairing fits the corrected standings better, and none that fits as well moves fewer tables.")


def say_redraw_verdict(result: RepairResult, *, begun: int, decided: int) -> str:
    """What is proved about another draw of a running round that has not been made yet; as above."""
    if not result.pairing.certified:
        return _("A good pairing; that none is better could not be proved.")
    if result.pairing.looked_ahead:
        return _(
            "Searched to the end: no better pairing for the corrected standings forces as few rematches on the rounds "
            "to come. Who stays is left to the lot."
        )
    if begun:
        return _(
            "Proved for the tables that have not begun: no pairing fits the corrected standings better. Who stays is "
            "left to the lot."
        )
    if decided:
        return _(
            "Proved around what was decided by hand: no pairing of the others fits the corrected standings better. Who "
            "stays is left to the lot."
        )
    return _("Proved: no pairing fits the corrected standings better. Who stays is left to the lot.")


def _since(corrected: bool) -> list[str]:
    if not corrected:
        return []
    return [_("A result was corrected after this round was paired: all this refers to the standings before that.")]


def name_of(level: str) -> str:
    """What a measure is called."""
    names = {
        "repeats": _("Rematches and second byes"),
        "beyond_first": _("Earlier meetings of those who meet again, and earlier byes, beyond the first"),
        "bye_score": _("Points of the bye above the lowest score"),
        "score_spread": _("Score differences, squared and added up"),
        "discouraged": _("Pairs that were to be kept apart"),
        "repeated_floats": _("Times somebody is paired down or up again"),
    }
    return names[level]


def _verdict(facts: Mapping[str, Any], is_proved: bool, edited_by_hand: bool) -> str:
    if edited_by_hand:
        if is_proved and facts.get("decided"):
            return _("Proved around what was decided by hand: no better pairing of the others exists.")
        if is_proved:
            return _("Edited by hand, and still proved: no better pairing of this round exists.")
        return _("Edited by hand: the proof no longer applies. Everybody can see that this round was edited.")
    if is_proved and facts.get("looked_ahead"):
        return _("Searched to the end: no better pairing of this round forces as few rematches on the rounds to come.")
    if is_proved and facts.get("repair", {}).get("playing"):
        return _("Proved: no better pairing of the tables that had not begun exists.")
    if is_proved:
        return _("Proved: no better pairing of this round exists.")
    return say_gap(facts) or _("A good pairing; that none is better could not be proved.")


def say_gap(facts: Mapping[str, Any]) -> str:
    """How far the pairing can be from the best one at most, by the most important measure on which that is open; empty
    where it is proved, and where no witness stands behind the bound."""
    if not facts.get("bound_holds"):
        return ""
    for level in LEVELS:
        worse = facts["achieved"].get(level, 0) - facts["bound"].get(level, 0)
        if worse:
            if level == "score_spread":
                worse //= facts.get("pair_down") or 1
            return _at_most(level, worse) % {"count": worse}
    return ""


def _at_most(level: str, count: int) -> str:
    sentences = {
        "repeats": ngettext(
            "A good pairing: at most %(count)d rematch or second bye more than the best possible.",
            "A good pairing: at most %(count)d rematches or second byes more than the best possible.",
            count,
        ),
        "beyond_first": ngettext(
            "A good pairing: those who meet again have met at most %(count)d time more than in the best possible one.",
            "A good pairing: those who meet again have met at most %(count)d times more than in the best possible one.",
            count,
        ),
        "bye_score": ngettext(
            "A good pairing: the bye could go at most %(count)d point lower.",
            "A good pairing: the bye could go at most %(count)d points lower.",
            count,
        ),
        "score_spread": ngettext(
            "A good pairing: at most %(count)d pair-down worse than the best possible.",
            "A good pairing: at most %(count)d pair-downs worse than the best possible.",
            count,
        ),
        "discouraged": ngettext(
            "A good pairing: at most %(count)d pair that was to be kept apart more than in the best possible one.",
            "A good pairing: at most %(count)d pairs that were to be kept apart more than in the best possible one.",
            count,
        ),
        "repeated_floats": ngettext(
            "A good pairing: somebody is paired down or up again at most %(count)d time more than in the best "
            "possible one.",
            "A good pairing: somebody is paired down or up again at most %(count)d times more than in the best "
            "possible one.",
            count,
        ),
    }
    return sentences[level]


def _remarks(facts: Mapping[str, Any], names: Mapping[int, str], is_proved: bool, edited_by_hand: bool) -> list[str]:
    remarks = [_by_divisions(facts, edited_by_hand), _rematches(facts, names, edited_by_hand)]
    if facts.get("second_bye") and not edited_by_hand:
        for key in facts.get("second_byes", [facts["second_bye"]]):
            words = {"name": names.get(key, "")}
            remarks.append(_("%(name)s has a second bye; it could not be avoided.") % words)
    if facts.get("looked_ahead"):
        remarks.append(
            _(
                "A pairing with smaller score differences was passed over: it would have forced more rematches on the "
                "rounds to come. Among those that force the fewest, none is better."
            )
            if is_proved
            else _("Pairings that would have forced more rematches in later rounds were skipped.")
        )
    if facts.get("is_settled") is False and not edited_by_hand:
        remarks.append(_("It is not known whether another pairing would force fewer rematches in the rounds to come."))
    if not is_proved and not edited_by_hand:
        remarks.append(_gap(facts))
        if facts.get("in_time") is False:
            remarks.append(_("The search reached its time limit."))
    if facts.get("order") == Order.RANDOM and facts.get("even_lots") is False and not edited_by_hand:
        remarks.append(_("Among pairings as good as this one the draw decided, but they were not all equally likely."))
    for one, two in facts.get("late", []):
        words = {"one": names.get(one, ""), "two": names.get(two, "")}
        remarks.append(_("%(two)s came late and plays %(one)s, who had the bye when the round was drawn.") % words)
    if "repair" in facts:
        remarks.append(_repair(facts["repair"], is_proved and not facts.get("looked_ahead")))
    return [remark for remark in remarks if remark]


def _by_divisions(facts: Mapping[str, Any], edited_by_hand: bool) -> str:
    """That what is said holds of parts that were paired by themselves."""
    parts = facts.get("parts", [])
    if not parts or edited_by_hand:
        return _("Divisions were paired apart.") if parts else ""
    words = {"parts": len(parts), "proved": sum(part["certified"] for part in parts)}
    return (
        _(
            "Divisions were paired apart, in %(parts)s parts, each with a proof of its own; %(proved)s of them are "
            "proved. The measures are added up over the parts."
        )
        % words
    )


def _rematches(facts: Mapping[str, Any], names: Mapping[int, str], edited_by_hand: bool) -> str:
    again = facts.get("rematches", [])
    if not again:
        return "" if facts.get("second_bye") else _("Nobody meets the same opponent twice, nobody has a second bye.")
    pairs = [_("%(one)s – %(two)s") % {"one": names.get(one, ""), "two": names.get(two, "")} for one, two in again]
    words = {"pairs": pgettext("between the items of a list", ", ").join(pairs), "count": len(again)}
    if edited_by_hand:
        return ngettext("Meet again: %(pairs)s.", "Meet again: %(pairs)s.", len(again)) % words
    return (
        ngettext(
            "%(count)d rematch could not be avoided, too few opponents are left: %(pairs)s.",
            "%(count)d rematches could not be avoided, too few opponents are left: %(pairs)s.",
            len(again),
        )
        % words
    )


def _gap(facts: Mapping[str, Any]) -> str:
    """Where the proof stops: the most important measure on which achieved and bound differ."""
    for level in LEVELS:
        achieved, bound = facts["achieved"].get(level, 0), facts["bound"].get(level, 0)
        if achieved != bound:
            words = {"measure": name_of(level), "achieved": achieved, "bound": bound}
            return (
                _("%(measure)s: this pairing has %(achieved)d; it is proved that none has less than %(bound)d.") % words
            )
    return ""


def _repair(repair: Mapping[str, Any], is_proved: bool) -> str:
    words = {"moved": repair["moved"]}
    if repair.get("redrawn"):
        again = ngettext(
            "Paired again after a corrected result, but for tables that had begun: %(moved)d player moved.",
            "Paired again after a corrected result, but for tables that had begun: %(moved)d players moved.",
            repair["moved"],
        )
        return again % words
    moved = ngettext(
        "Repaired after a corrected result: %(moved)d player moved.",
        "Repaired after a corrected result: %(moved)d players moved.",
        repair["moved"],
    )
    if not (is_proved and repair["kept"] == repair["kept_bound"]):
        return moved % words
    moved = ngettext(
        "Repaired after a corrected result: %(moved)d player moved. Proved: no best pairing keeps more tables.",
        "Repaired after a corrected result: %(moved)d players moved. Proved: no best pairing keeps more tables.",
        repair["moved"],
    )
    return moved % words
