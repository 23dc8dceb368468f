"""The one big button of the desk: what to do next, as a link or as a form."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.actor import Actor
from tournaments.models import Round, SeedCommitment, Tournament
from tournaments.queries.next_step import Step, next_step
from tournaments.queries.receipts import newest_commitment
from tournaments.queries.searches import open_search
from tournaments.round_names import say_cut_round
from tournaments.wording.steps import say_step


@dataclass(frozen=True)
class NextButton:
    """A step's text and where it is done. `fields`: what a press sends; without `press` it is a link."""

    step: Step
    words: str
    url: str
    press: bool = False
    fields: dict[str, int] = field(default_factory=dict)


PAGES = {
    Step.ADD_PLAYERS: "desk_entry_add",
    Step.CHECK_IN: "desk_entries",
    Step.START: "desk_start",
    Step.START_TOP_CUT: "desk_cut",
    Step.FINISH: "desk_finish",
}
PRESSES = {
    Step.PAIR: "desk_pair",
    Step.EXPORT: "export_request",
    Step.REINSTATE: "desk_cancel_undo",
}
ROUND_PAGES = {Step.PUBLISH: "desk_round"}
ROUND_PRESSES = {Step.COMPLETE: "desk_round_complete"}


DRAWN = (Step.PAIR, Step.START_TOP_CUT)
"""Steps that draw with a committed seed."""


def committed_to(tournament: Tournament, button: NextButton | None, newest: Round | None) -> SeedCommitment | None:
    """The seed committed to for the round that the button draws; None where it draws none."""
    if button is None or button.step not in DRAWN or tournament.phase == Tournament.Phase.TOP_CUT:
        return None
    return newest_commitment(tournament, newest.number + 1 if newest is not None else 1)


def next_button(tournament: Tournament, actor: Actor) -> NextButton | None:
    """The button for the visitor's next step on the desk; None if there is nothing to do here."""
    step = next_step(tournament, actor)
    if step is None:
        return None
    code, number, key = step.code, step.number, [tournament.code]
    if code is Step.PAIR and (search := open_search(tournament)) is not None:
        words = _("Round %(number)s is being paired") % {"number": search.number}
        if step.players:
            words = _("%(round)s: being paired") % {"round": say_cut_round(step.players)}
        return NextButton(code, words, reverse("desk_search", args=[*key, search.number]))
    fields: dict[str, int] = {}
    is_press = code in PRESSES or code in ROUND_PRESSES
    if code in PAGES or code in PRESSES:
        url = reverse((PAGES | PRESSES)[code], args=key)
        fields = {"number": number} if code is Step.PAIR else {}
    elif code in ROUND_PAGES or code in ROUND_PRESSES:
        url = reverse((ROUND_PAGES | ROUND_PRESSES)[code], args=[*key, number])
    elif code is Step.ENTER_RESULTS:
        url = "#typed"
    else:
        return None
    return NextButton(code, say_step(step), url, press=is_press, fields=fields)
