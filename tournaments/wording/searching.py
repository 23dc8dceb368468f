"""A search for the best pairing of a round: how far it is and what came of it, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.refusals import Refusal
from jobs.wording import say_reason
from tournaments.models import PairingSearch
from tournaments.swiss.budget import Step
from tournaments.wording import say_refusal

STEPS = {
    Step.PLANS: lambda: _("Pairing by brackets: plans tried"),
    Step.CANDIDATES: lambda: _("Pairing likely opponents: attempts"),
    Step.EVERYBODY: lambda: _("Weighing all possible pairs against each other: seconds of the estimate"),
    Step.LATER_ROUNDS: lambda: _("Looking ahead to the rounds to come: pairings tried"),
    Step.WITNESS: lambda: _("Working out the proof"),
}
COUNTED = {**STEPS, Step.WITNESS: lambda: _("Working out the proof: pairs joined")}
"""The steps as they are named beside a count."""
OUTCOMES = {
    "paired": lambda: _("The round is paired. Look the draft over and publish it."),
    "paired_again": lambda: _("The round is paired again. Look the draft over and publish it."),
    "improved": lambda: _("A better pairing was found, or the pairing was proved: the draft is a new one."),
    "redrawn": lambda: _("The round is paired again. Everybody who moved has a notice."),
    "no_better": lambda: _("No better pairing was found. The draft stays as it is."),
}


def say_progress(search: PairingSearch, *, is_running: bool) -> str:
    """What a search is at. `is_running`: a worker is at it and alive; without one, the last step announced is over."""
    if search.is_stop_asked:
        return _("Stopping")
    if search.state == PairingSearch.State.QUEUED or not is_running:
        return _("Waiting for the worker")
    return (COUNTED if search.most else STEPS)[Step(search.step)]() if search.step else _("Starting")


def say_outcome(search: PairingSearch) -> str:
    """What came of a search that is over; empty while it is not."""
    if search.state == PairingSearch.State.STOPPED:
        return _("The search was stopped. Nothing was changed.")
    if search.state == PairingSearch.State.DONE:
        return OUTCOMES[search.outcome]()
    if search.state == PairingSearch.State.FAILED:
        return say_reason(search.outcome) or say_refusal(Refusal(search.outcome, **search.facts))
    return ""
