"""Refusals and log lines in words, for every view and command. Services know only codes and facts.

Each part of the app has a module with two tables, `REFUSALS` and `LOG`, mapping a code or verb to a function of its
facts that returns the sentence in the active language. A new code is one line in the table of its part, a new part one
name in `audit.AREAS`.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.refusals import Refusal
from accounts.wording import Sentence
from accounts.wording import say_refusal as say_by
from cardpool.wording import REFUSALS as LOWER_REFUSALS
from decks import list_words
from tournaments.models import LogEntry
from tournaments.queries.rounds import CutInLog, cut_in_log
from tournaments.round_names import say_cut_round, say_round_numbered
from tournaments.wording import seasons
from tournaments.wording.audit import AREAS

_PARTS = tuple(part for parts in AREAS.values() for part in parts)
REFUSALS: dict[str, Sentence] = {
    **LOWER_REFUSALS,
    **list_words.REFUSALS,
    **{code: say for part in _PARTS for code, say in part.REFUSALS.items()},
    **seasons.REFUSALS,
}
LOG: dict[str, Sentence] = {verb: say for part in _PARTS for verb, say in part.LOG.items()}


def say_refusal(refusal: Refusal) -> str:
    """The sentence for a refusal of any app, with its clause in brackets where it rests on one."""
    return say_by(_with_round(refusal), REFUSALS)


def _with_round(refusal: Refusal) -> Refusal:
    """The refusal with the names of the round that it is about: `round_name` within a sentence, `round_title` alone.

    `places` says how many are left in a round of the top cut (`queries.rounds.refusal_facts`).
    """
    facts = refusal.facts
    number = facts.get("number")
    if not isinstance(number, int):
        return refusal
    places = facts.get("places")
    named = {
        "round_name": say_round_numbered(number, {number: places} if places else {}),
        "round_title": say_cut_round(places) if places else _("Round %(number)s") % facts,
    }
    return Refusal(refusal.code, clause=refusal.clause, **{**facts, **named})


def say_log(entry: LogEntry, cut: CutInLog | None = None) -> str:
    """What one log line says, without its time and author; a verb no longer known is shown as it stands.

    `cut` is the `cut_in_log` of its tournament, where known. Sentences name the round of a line `round_name`.
    """
    say = LOG.get(entry.verb)
    if say is None:
        return entry.verb
    facts = entry.facts
    if "round" in facts:
        known = cut_in_log(entry.tournament) if cut is None else cut
        facts = {**facts, "round_name": say_round_numbered(facts["round"], known.places_at(entry.pk))}
    return say(facts)
