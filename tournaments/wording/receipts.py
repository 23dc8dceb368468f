"""Receipts of pairings in words: what their check came to, and what was done to a pairing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.receipts import document as steps
from tournaments.receipts.verdict import Fault, Part

Facts = Mapping[str, Any]

AGREEING: dict[str, Promise] = {
    Part.DIGESTS: gettext_lazy("Nothing in the file was changed: every value has its digest."),
    Part.COMMITMENT: gettext_lazy("The text behind each committed seed has the SHA-256 that was shown."),
    Part.DRAWS: gettext_lazy("Every draw is counted, and its seed follows from the committed text."),
    Part.PAIRING: gettext_lazy("The pairing core comes to the same pairs and tables."),
    Part.WITNESS: gettext_lazy("Costs counted again and the witness show the bound that is claimed."),
    Part.EDITS: gettext_lazy("The draw and every change by hand lead to the published tables."),
}
NOT_THERE: dict[str, Promise] = {
    Part.COMMITMENT: gettext_lazy("No seed was committed to before the round."),
    Part.PAIRING: gettext_lazy("The pairs follow from the bracket."),
    Part.WITNESS: gettext_lazy("There is no witness to check."),
}
FAULTS: dict[str, Promise] = {
    Fault.SHAPE: gettext_lazy("This is not a value that a receipt has here (%(wanted)s)."),
    Fault.CHANGED: gettext_lazy("This was changed after the receipt was written: it does not have its digest."),
    Fault.COMMITMENT: gettext_lazy("This text does not have the SHA-256 that was committed to, or is another round's."),
    Fault.LATE: gettext_lazy("The seed was committed to after this draw."),
    Fault.SEED: gettext_lazy("This seed does not follow from the committed text."),
    Fault.UNCOUNTED: gettext_lazy("A draw is missing from the count."),
    Fault.ENGINE: gettext_lazy("This is another version of the pairing core than the one here (%(wanted)s)."),
    Fault.OTHER_ROUND: gettext_lazy("This field belongs to another round."),
    Fault.STAGE: gettext_lazy("The round was not drawn as one of this stage is."),
    Fault.DIFFERENT: gettext_lazy("The pairing core comes to something else."),
    Fault.CLOCK: gettext_lazy("The search was ended by the clock, so the seed alone does not repeat it."),
    Fault.TOO_LONG: gettext_lazy("Working it out again takes more than it may."),
    Fault.IMPOSSIBLE: gettext_lazy("Nobody could have paired this field."),
    Fault.WITNESS: gettext_lazy("The independent check of costs and witness comes to something else."),
    Fault.SEATS: gettext_lazy("The draw and the changes by hand lead to other tables."),
    Fault.GIVEN: gettext_lazy("The byes and losses given by hand are not those the round was published with."),
    Fault.OTHER: gettext_lazy("This is not what the site wrote down."),
}
UNREADABLE: dict[str, Promise] = {
    "too_long": gettext_lazy("The file is too long for a receipt."),
    "not_json": gettext_lazy("The file is not JSON (%(place)s)."),
    "not_a_receipt": gettext_lazy("The file is not the receipt of a pairing."),
    "unknown_version": gettext_lazy("The receipt has a version that is not known here."),
}
STEPS: dict[str, Promise] = {
    steps.DRAW: gettext_lazy("Paired"),
    steps.PODS: gettext_lazy("Seated in pods"),
    steps.BRACKET: gettext_lazy("Paired by the bracket"),
    steps.SWAP: gettext_lazy("Two players exchanged"),
    steps.TABLE: gettext_lazy("Moved to another table"),
    steps.DECIDED: gettext_lazy("Decided by hand who meets"),
    steps.DISCARDED: gettext_lazy("Draft discarded"),
    steps.PUBLISHED: gettext_lazy("Published"),
    steps.UNPUBLISHED: gettext_lazy("Taken back to a draft"),
    steps.REPAIR: gettext_lazy("Repaired after a correction"),
    steps.KEPT: gettext_lazy("Kept after a correction"),
    steps.LATE: gettext_lazy("A late player seated with the bye"),
    steps.UNDONE: gettext_lazy("The last choice undone"),
}
ROLES: dict[str, Promise] = {
    "owner": gettext_lazy("Owner"),
    "organiser": gettext_lazy("Organiser"),
    "scorekeeper": gettext_lazy("Scorekeeper"),
    "judge": gettext_lazy("Judge"),
    "floor": gettext_lazy("Floor helper"),
}


def say_verdict(verdict: Facts) -> list[str]:
    """Each part that agrees, then where it does not, or that all of it does."""
    return [*say_parts(verdict), *say_conclusion(verdict)]


def say_parts(verdict: Facts) -> list[str]:
    """Each part that agrees, or that there is nothing of."""
    lines = [str(AGREEING[part]) for part in verdict["done"]]
    return lines + [str(NOT_THERE[part]) for part in verdict["left_out"] if part in NOT_THERE]


def say_conclusion(verdict: Facts) -> Iterator[str]:
    """Where the receipt does not agree, or what it says about the round."""
    for finding in verdict["findings"]:
        yield say_finding(finding)
    if verdict["findings"]:
        yield _("The receipt does not agree.")
        return
    if not verdict["is_committed"]:
        yield _("The seed was not committed to before the round was paired.")
    if verdict["drawn"] > 1:
        yield _("The round was drawn %(drawn)s times; the last draw is the published one.") % verdict
    if verdict["proved"]:
        yield _("The draw is proved: no better pairing of its field exists.")
    if verdict.get("as_recorded"):
        yield _(
            "An earlier version wrote this receipt: its tables, the byes and losses given by hand and the costs of "
            "exchanges are taken as they are recorded."
        )
    if verdict.get("has_recorded_costs"):
        yield _("What the exchanges by hand were said to cost is taken as it is recorded; the seats were followed.")
    if verdict.get("is_part"):
        yield _(
            "This is the part of a receipt that everybody may read, because some players are kept apart. It agrees. "
            "The pairs cannot be worked out again from it; the page of the receipt does that."
        )
        return
    yield _("The receipt agrees.")


def say_finding(finding: Facts) -> str:
    """The place, and what does not agree there."""
    return f"{finding['place']}: {FAULTS[finding['fault']] % finding}"


def say_unreadable(code: str, place: str) -> str:
    """Why a file cannot be read."""
    line = place.removeprefix("line ")
    return str(UNREADABLE[code]) % {"place": place if line == place else _("line %(number)s") % {"number": line}}
