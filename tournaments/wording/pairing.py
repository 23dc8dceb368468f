"""Who may not be paired, fixed seats and repairs of a round, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.swiss.refusals import NoPairingReason
from tournaments.wording.divisions import say_kept

MAX_NAMED = 8
"""How many names a sentence lists."""


def _names(names: list[str]) -> str:
    listed = _(", ").join(names[:MAX_NAMED])
    more = len(names) - MAX_NAMED
    if more <= 0:
        return listed
    words = {"names": listed, "more": more}
    return ngettext("%(names)s and %(more)d more", "%(names)s and %(more)d more", more) % words


def _no_pairing(facts: Mapping[str, Any]) -> str:
    names = {"names": _names(facts["names"])}
    say = {
        NoPairingReason.NO_ENTRANTS: _("Nobody is left to be paired."),
        NoPairingReason.NO_OPPONENT: _(
            "The round cannot be paired: everybody left is forbidden as an opponent for %(names)s. Let them meet in "
            "need instead of never, under “Players kept apart” or in the settings under “Pairing”."
        ),
        NoPairingReason.TEAM_TOO_LARGE: _(
            "The round cannot be paired: the members of one team never meet and outnumber everybody else (%(names)s). "
            "In the settings under “Pairing”, choose “avoid” for players of one team, or only the first rounds."
        ),
        NoPairingReason.PROHIBITIONS_CLASH: _(
            "The round cannot be paired: those who never meet block each other, and %(names)s would be left over. Let "
            "some of them meet in need, under “Players kept apart” or in the settings under “Pairing”."
        ),
    }
    return say[NoPairingReason(facts["reason"])] % names


def _repaired(facts: Mapping[str, Any]) -> str:
    said = _repaired_tables(facts)
    if not facts.get("part"):
        return said
    names = _(", ").join(say_kept(name) for name in facts["part"])
    return _("%(line)s (division: %(divisions)s)") % {"line": said, "divisions": names}


def _repaired_tables(facts: Mapping[str, Any]) -> str:
    words = {**facts, "tables": _(", ").join(str(table) for table in facts["tables"])}
    if facts.get("choice") == "redraw":
        return (
            ngettext(
                "paired round %(round)s again after a correction: %(moved)d player moved, tables %(tables)s changed",
                "paired round %(round)s again after a correction: %(moved)d players moved, tables %(tables)s changed",
                facts["moved"],
            )
            % words
        )
    return (
        ngettext(
            "repaired round %(round)s after a correction: %(moved)d player moved, tables %(tables)s changed",
            "repaired round %(round)s after a correction: %(moved)d players moved, tables %(tables)s changed",
            facts["moved"],
        )
        % words
    )


def _taken_back(facts: Mapping[str, Any]) -> str:
    said = {
        "keep": _("took back that round %(round)s is kept as published"),
        "late": _("took back that a late player plays the one with the bye in round %(round)s"),
    }
    return said.get(facts.get("choice", ""), _("took the repair of round %(round)s back")) % facts


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "no_legal_pairing": _no_pairing,
    "choose_two_players": lambda facts: _("Choose two different players of this event."),
    "no_such_pair": lambda facts: _("These two are no longer kept apart."),
    "table_blocked": lambda facts: _("Table %(table)s is not used in this event. Choose another one.") % facts,
    "pairing_is_over": lambda facts: _("No Swiss round is left to be paired."),
    "repair_outdated": lambda facts: (
        _(
            "Something changed at the tables of round %(number)s in the meantime. Nothing was moved; review "
            "the repair again."
        )
        % facts
    ),
    "nothing_to_repair": lambda facts: _("Round %(number)s is already as good as it can be; no table moves.") % facts,
    "nothing_corrected": lambda facts: (
        _("No result was corrected since round %(number)s was paired or last looked at.") % facts
    ),
    "late_seat_gone": lambda facts: (
        _(
            "There is no such match to be made in round %(number)s any more: one of the two plays or has left, or the "
            "bye is gone."
        )
        % facts
    ),
    "no_repair": lambda facts: _("Round %(number)s has not been repaired.") % facts,
    "repair_has_results": lambda facts: (
        _("Results of round %(number)s were entered after the repair, so it cannot be undone.") % facts
    ),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "kept_apart": lambda facts: (
        _("%(player1)s and %(player2)s are never to be paired") % facts
        if facts["is_hard"]
        else _("%(player1)s and %(player2)s are to be kept apart where possible") % facts
    ),
    "pairing_allowed": lambda facts: _("%(player1)s and %(player2)s may meet again") % facts,
    "seat_fixed": lambda facts: (
        _("%(name)s always sits at table %(table)s") % facts
        if facts["table"] is not None
        else _("%(name)s no longer has a fixed seat") % facts
    ),
    "round_repaired": _repaired,
    "cut_moved": lambda facts: (
        ngettext(
            "moved %(moved)d player of round %(round)s: a result of the top cut was corrected",
            "moved %(moved)d players of round %(round)s: a result of the top cut was corrected",
            facts["moved"],
        )
        % facts
    ),
    "pairings_kept": lambda facts: _("kept round %(round)s as published although a result was corrected") % facts,
    "late_seated": lambda facts: (
        _("seated %(name)s, who came late, at table %(table)s of round %(round)s with %(opponent)s, who had the bye")
        % facts
    ),
    "repair_undone": _taken_back,
}
