"""The one big button of the desk: what to do next, as a link or as a press."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.urls import reverse

from accounts.actor import Actor
from tournaments.models import Tournament
from tournaments.queries.next_step import Step, next_step
from tournaments.wording.steps import say_step


@dataclass(frozen=True)
class NextButton:
    """A step's words and where it is done. `fields`: what a press sends; without `press` it is a link."""

    step: Step
    words: str
    url: str
    press: bool = False
    fields: dict[str, int] = field(default_factory=dict)
    number: int = 0
    count: int = 0


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


def next_button(tournament: Tournament, actor: Actor) -> NextButton | None:
    """The button for the visitor's next step on the desk; None where nothing is to be done here."""
    step = next_step(tournament, actor)
    if step is None:
        return None
    code, number = step.code, step.number
    words, counts = say_step(step), {"number": number, "count": step.count}
    key = [tournament.code]
    if code in PAGES:
        return NextButton(code, words, reverse(PAGES[code], args=key), **counts)
    if code in PRESSES:
        fields = {"number": number} if code is Step.PAIR else {}
        return NextButton(code, words, reverse(PRESSES[code], args=key), press=True, fields=fields, **counts)
    if code in ROUND_PAGES:
        return NextButton(code, words, reverse(ROUND_PAGES[code], args=[*key, number]), **counts)
    if code in ROUND_PRESSES:
        return NextButton(code, words, reverse(ROUND_PRESSES[code], args=[*key, number]), press=True, **counts)
    if code is Step.ENTER_RESULTS:
        return NextButton(code, words, "#typed", **counts)
    return None
