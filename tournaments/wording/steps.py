"""The words on the button of the next step."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.queries.next_step import NextStep, Step
from tournaments.round_names import say_cut_round

SAY: Mapping[Step, Callable[[NextStep], str]] = {
    Step.REGISTER: lambda step: _("Sign up"),
    Step.SUBMIT_DECK: lambda step: _("Submit your deck"),
    Step.SEE_ENTRY: lambda step: _("Your entry"),
    Step.ADD_PLAYERS: lambda step: _("Add players"),
    Step.CHECK_IN: lambda step: _("Check players in"),
    Step.START: lambda step: (
        ngettext("Start with %(count)s player", "Start with %(count)s players", step.count) % {"count": step.count}
    ),
    Step.PAIR: lambda step: _("Pair round %(number)s") % {"number": step.number},
    Step.PUBLISH: lambda step: _("Review and publish round %(number)s") % {"number": step.number},
    Step.ENTER_RESULTS: lambda step: (
        ngettext("Enter results: %(count)s table open", "Enter results: %(count)s tables open", step.count)
        % {"count": step.count}
    ),
    Step.COMPLETE: lambda step: _("Complete round %(number)s") % {"number": step.number},
    Step.START_TOP_CUT: lambda step: _("Start the top cut"),
    Step.FINISH: lambda step: _("Finish the event"),
    Step.MY_MATCH: lambda step: _("My match"),
    Step.SEE_PAIRINGS: lambda step: _("Pairings of round %(number)s") % {"number": step.number},
    Step.SEE_STANDINGS: lambda step: _("Standings"),
    Step.EXPORT: lambda step: _("Export to Excel"),
    Step.REINSTATE: lambda step: _("Reinstate the event"),
}


SAY_OF_CUT: Mapping[Step, Callable[[str], str]] = {
    Step.PAIR: lambda name: _("Pair: %(round)s") % {"round": name},
    Step.PUBLISH: lambda name: _("Review and publish: %(round)s") % {"round": name},
    Step.COMPLETE: lambda name: _("Complete: %(round)s") % {"round": name},
    Step.SEE_PAIRINGS: lambda name: _("Pairings: %(round)s") % {"round": name},
}
"""The steps of the top cut, whose rounds have names instead of numbers."""


def say_step(step: NextStep) -> str:
    """What the button of a step says."""
    if step.players and step.code in SAY_OF_CUT:
        return SAY_OF_CUT[step.code](say_cut_round(step.players))
    return SAY[step.code](step)
