"""Starting, pairing, publishing, completing and finishing, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.queries.pairing_settings import format_tables
from tournaments.round_names import say_cut_round
from tournaments.swiss.tables import as_ranges


def _listed(names: list[Any]) -> str:
    return _(", ").join(str(name) for name in names)


def _missing_lists(facts: Mapping[str, Any]) -> str:
    said = (
        (_("Decklists are missing: %(names)s."), facts["missing"]),
        (_("Decklists are not legal: %(names)s."), facts["illegal"]),
        (_("Cannot be decided, so a judge settles the cards first: %(names)s."), facts["undecided"]),
    )
    return " ".join(sentence % {"names": _listed(names)} for sentence, names in said if names)


def _outdated(facts: Mapping[str, Any]) -> str:
    words = {"left": _listed(facts["left"]), "new": _listed(facts["new"])}
    if not facts["new"]:
        return _("Since this draft was paired, these left: %(left)s. Discard it and pair again.") % words
    if not facts["left"]:
        return _("Since this draft was paired, these came: %(new)s. Discard it and pair again.") % words
    return _("Since this draft was paired, these left: %(left)s, and these came: %(new)s. Discard it.") % words


def say_tables(tables: Iterable[tuple[int, int]]) -> tuple[str, str]:
    """The numbers of tables before and after a change of all of them, as they are written: "1-4"."""
    before, after = zip(*tables, strict=True)
    return format_tables(as_ranges(before)), format_tables(as_ranges(after))


def _renumbered(facts: Mapping[str, Any]) -> str:
    before, after = say_tables(facts["tables"])
    words = {**facts, "before": before, "after": after}
    if facts.get("undoes"):
        return _("moved tables %(before)s of %(round_name)s back to %(after)s") % words
    return _("moved tables %(before)s of %(round_name)s to %(after)s, as the settings say") % words


def _left(facts: Mapping[str, Any]) -> dict[str, Any]:
    minutes, seconds = divmod(abs(facts["left"]), 60)
    return {**facts, "left": f"{'+' if facts['left'] < 0 else ''}{minutes}:{seconds:02d}"}


def _moved(facts: Mapping[str, Any]) -> str:
    words = {**facts, "count": abs(facts["minutes"])}
    if facts["minutes"] > 0:
        return (
            ngettext("gave %(round_name)s %(count)s minute", "gave %(round_name)s %(count)s minutes", words["count"])
            % words
        )
    return (
        ngettext(
            "took %(count)s minute from %(round_name)s", "took %(count)s minutes from %(round_name)s", words["count"]
        )
        % words
    )


def _tables_open(facts: Mapping[str, Any]) -> str:
    words = {"count": facts["count"], "tables": _listed(facts["tables"])}
    return (
        ngettext(
            "Table %(tables)s has no result yet.", "%(count)s tables have no result yet: %(tables)s.", facts["count"]
        )
        % words
    )


def _started(facts: Mapping[str, Any]) -> str:
    text = ngettext(
        "started with %(players)s player, %(rounds)s Swiss rounds",
        "started with %(players)s players, %(rounds)s Swiss rounds",
        facts["players"],
    )
    if facts.get("teams"):
        text = ngettext(
            "started with %(players)s team, %(rounds)s Swiss rounds",
            "started with %(players)s teams, %(rounds)s Swiss rounds",
            facts["players"],
        )
    if facts.get("cut") != facts.get("planned_cut"):
        started = _("%(started)s, top cut by the game’s table: %(cut)s")
        text = started % {"started": text, "cut": facts["cut"] or _("none")}
    if facts.get("absent_names"):
        return _("%(started)s; absent: %(names)s") % {
            "started": text % facts,
            "names": _listed(facts["absent_names"]),
        }
    return text % facts


def _not_next(facts: Mapping[str, Any]) -> str:
    if "next_places" in facts:
        return _("%(round)s: this comes next.") % {"round": say_cut_round(facts["next_places"])}
    return _("Round %(next)s comes next, not round %(number)s.") % facts


def _swapped(facts: Mapping[str, Any]) -> str:
    if facts.get("undoes"):
        return _("undid the exchange of %(player1)s and %(player2)s in round %(round)s") % facts
    if facts["rematches"] or facts["second_bye"]:
        return _("exchanged %(player1)s and %(player2)s in round %(round)s by hand, against the pairing rules") % facts
    return _("exchanged %(player1)s and %(player2)s in round %(round)s by hand") % facts


def _decided(facts: Mapping[str, Any]) -> str:
    said = {
        "meet": _("decided that %(player1)s and %(player2)s meet in %(round_name)s; moved: %(moved)s"),
        "apart": _("decided that %(player1)s and %(player2)s do not meet in %(round_name)s; moved: %(moved)s"),
        "never": _("decided that %(player1)s and %(player2)s never meet, from %(round_name)s on; moved: %(moved)s"),
        "free": _("took back what was decided about %(player1)s and %(player2)s in %(round_name)s; moved: %(moved)s"),
        "bye": _("gave %(player1)s the bye of %(round_name)s; moved: %(moved)s"),
        "paired": _("took back the bye of %(player1)s in %(round_name)s; moved: %(moved)s"),
    }
    return said[facts["what"]] % facts


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "no_such_round": lambda facts: _("There is no such round."),
    "too_few_players": lambda facts: _("At least %(needed)s players are needed; there are %(count)s.") % facts,
    "decklists_missing": _missing_lists,
    "rounds_exist": lambda facts: _("Rounds have been paired. Discard them first."),
    "round_already_paired": lambda facts: _("%(round_title)s: paired already.") % facts,
    "round_not_next": _not_next,
    "round_open": lambda facts: _("%(round_title)s: not completed yet.") % facts,
    "pairing_outdated": lambda facts: (
        _("Round %(number)s was not paired: what its pairing depends on keeps changing. Try again.") % facts
    ),
    "search_open": lambda facts: _("Round %(number)s is being paired already.") % facts,
    "search_edited": lambda facts: _("The draft of round %(number)s was edited by hand; it stays as it is.") % facts,
    "search_overtaken": lambda facts: (
        _("Round %(number)s was paired by somebody else while this search was running. That pairing stays.") % facts
    ),
    "pairing_takes_long": lambda facts: (
        _("No pairing of round %(number)s was found in the time allowed for it. Nothing was changed.") % facts
    ),
    "all_rounds_played": lambda facts: _("All planned rounds have been played."),
    "round_not_draft": lambda facts: _("%(round_title)s: published already.") % facts,
    "not_in_round": lambda facts: _("Choose two players of round %(number)s.") % facts,
    "already_opponents": lambda facts: _("These two meet each other already."),
    "too_few_tables": lambda facts: (
        _(
            "This round has %(needed)s matches and the event has %(there)s tables. "
            "List more tables in the settings, or let other tables be used there."
        )
        % facts
    ),
    "no_such_table": lambda facts: _("Choose a table number from 1 to 9999."),
    "draft_out_of_date": _outdated,
    "decided_already": lambda facts: (
        _("It is decided already that %(names)s meet. Remove that first.") % {"names": _listed(facts["names"])}
    ),
    "nothing_decided": lambda facts: _("Nothing is decided about these two any more."),
    "all_pairs_decided": lambda facts: (
        _("Every pair of round %(number)s would be decided by hand. Leave at least two players to the pairing.") % facts
    ),
    "draft_changed": lambda facts: _(
        "The draft, or what it follows from, has changed in the meantime. Look at the choices again."
    ),
    "round_not_published": lambda facts: _("%(round_title)s: not running.") % facts,
    "round_has_results": lambda facts: _("%(round_title)s: there are results already. Clear them first.") % facts,
    "round_has_rulings": lambda facts: (
        _("Judges ruled, checked decks, gave penalties or time in %(round_name)s; it stays as it was published.")
        % facts
    ),
    "round_without_clock": lambda facts: (
        _("%(round_name)s is played without a time limit. Set minutes for the top cut, then start the clock.") % facts
    ),
    "clock_already_started": lambda facts: _("The clock of %(round_name)s runs already.") % facts,
    "clock_not_running": lambda facts: _("The clock of %(round_name)s is not running.") % facts,
    "clock_not_paused": lambda facts: _("The clock of %(round_name)s is not paused.") % facts,
    "clock_changed_since": lambda facts: (
        _("The clock of %(round_name)s was changed since. Look at it, then change it by hand.") % facts
    ),
    "extra_turns_called": lambda facts: _("The extra turns of %(round_name)s were called already.") % facts,
    "minutes_out_of_range": lambda facts: _("Enter from 1 to %(limit)s minutes, more or less.") % facts,
    "clock_not_started": lambda facts: _("The clock of %(round_name)s does not run.") % facts,
    "round_already_completed": lambda facts: _("%(round_title)s: completed already.") % facts,
    "tables_open": _tables_open,
    "round_not_completed": lambda facts: _("%(round_title)s: not completed.") % facts,
    "later_round_exists": lambda facts: (
        _("A later round has been paired since. A result of %(round_name)s can still be corrected.") % facts
    ),
    "no_round_played": lambda facts: _("No round has been played yet."),
    "rounds_remaining": lambda facts: _("%(played)s of %(planned)s Swiss rounds have been played.") % facts,
    "top_cut_remaining": lambda facts: _("The top %(size)s has not been played to its end.") % facts,
    "not_finished": lambda facts: _("The event has not finished."),
    "no_such_value": lambda facts: _("There is no such column in the standings."),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "tournament_started": _started,
    "tournament_unstarted": lambda facts: _("undid the start"),
    "round_paired": lambda facts: _("paired %(round_name)s (draft)") % facts,
    "cut_round_passed": lambda facts: _("passed over %(round_name)s: nobody in it had an opponent") % facts,
    "search_asked": lambda facts: _("started a search for the best pairing of round %(round)s") % facts,
    "search_stopped": lambda facts: _("stopped the search for a pairing of round %(round)s") % facts,
    "draft_discarded": lambda facts: _("discarded the draft of %(round_name)s") % facts,
    "players_swapped": _swapped,
    "pairing_decided": _decided,
    "table_changed": lambda facts: _("moved table %(before)s to table %(after)s in %(round_name)s") % facts,
    "tables_followed": _renumbered,
    "round_published": lambda facts: _("published %(round_name)s") % facts,
    "round_unpublished": lambda facts: _("unpublished %(round_name)s") % facts,
    "clock_started": lambda facts: _("started the clock of %(round_name)s: %(minutes)s minutes") % facts,
    "clock_reset": lambda facts: _("reset the clock of %(round_name)s") % facts,
    "clock_paused": lambda facts: _("paused the clock of %(round_name)s at %(left)s") % _left(facts),
    "clock_resumed": lambda facts: _("let the clock of %(round_name)s run on") % facts,
    "clock_moved": _moved,
    "extra_turns_called": lambda facts: _("called the extra turns of %(round_name)s") % facts,
    "clock_undone": lambda facts: _("put the clock of %(round_name)s back as it was") % facts,
    "round_completed": lambda facts: _("completed %(round_name)s") % facts,
    "round_reopened": lambda facts: _("reopened %(round_name)s") % facts,
    "tournament_finished": lambda facts: (
        _("finished the event; the winner is %(winner)s") % facts if facts["winner"] else _("finished the event")
    ),
    "tournament_reopened": lambda facts: _("reopened the event"),
}
