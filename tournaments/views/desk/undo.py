"""What undoes a log line: the address to POST to, as long as the state still allows it.

The services have the final decision; what is offered here only follows from the tournament's present state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import urlencode

from django.urls import reverse

from tournaments.models import (
    AssignedRound,
    JudgeCall,
    LogEntry,
    Match,
    MatchRevision,
    Pod,
    Registration,
    Round,
    Tournament,
)
from tournaments.queries.clock import CLOCK_VERBS
from tournaments.queries.coming_back import GONE_DURING_PLAY, RUNNING, reinstatable
from tournaments.queries.repair import repair_to_undo
from tournaments.queries.rounds import has_results
from tournaments.services.entries.parting import parting_to_undo
from tournaments.services.entries.person import COUNTED
from tournaments.services.tables_follow import FOLLOWED

Phase = Tournament.Phase
Status = Registration.Status

ENTRY_WAYS = {
    "entry_withdrawn": (Status.WITHDRAWN, (Phase.REGISTRATION,), "reinstate", "manage_entries"),
    "entry_dropped": (Status.DROPPED, RUNNING, "undrop", "manage_entries"),
    "entry_dropped_by_rule": (Status.DROPPED, RUNNING, "undrop", "manage_entries"),
    "entry_no_show": (Status.NO_SHOW, GONE_DURING_PLAY, "reinstate", "manage_entries"),
    "entry_disqualified": (Status.DISQUALIFIED, GONE_DURING_PLAY, "reinstate", "override_rules"),
}
"""A change of an entry: the status it must still have, the phases in which it can be undone, the change that undoes it,
the action required."""

ROUND_WAYS = {
    "round_paired": (Round.Status.DRAFT, "desk_round_discard"),
    "round_published": (Round.Status.PUBLISHED, "desk_round_unpublish"),
    "round_completed": (Round.Status.COMPLETED, "desk_round_reopen"),
    "round_repaired": (Round.Status.PUBLISHED, "desk_round_repair_undo"),
    "pairings_kept": (Round.Status.PUBLISHED, "desk_round_repair_undo"),
    "late_seated": (Round.Status.PUBLISHED, "desk_round_repair_undo"),
}
"""A step of a round: the status the newest round must still have, and the view that undoes it."""

CALL_WAYS = {
    "call_claimed": (JudgeCall.State.CLAIMED, "desk_call_release"),
    "call_closed": (JudgeCall.State.CLOSED, "desk_call_reopen"),
}
"""A step of a judge call: the state it must still have, and the view that undoes it."""

PHASE_WAYS = {
    "tournament_started": ((Phase.SWISS,), "desk_unstart", "run_rounds"),
    "tournament_finished": ((Phase.FINISHED,), "desk_finish_undo", "run_rounds"),
    "tournament_cancelled": ((Phase.CANCELLED,), "desk_cancel_undo", "cancel_tournament"),
    "top_cut_started": ((Phase.TOP_CUT,), "desk_cut_discard", "run_rounds"),
}
"""A step of the event: the phase it must still be in, the view that undoes it, the action required."""

AGE_VERBS = frozenset({"ages_said", "ages_unsaid"})
PARTING_VERBS = frozenset({"entry_parted", "entry_given_back"})
APART_VERBS = frozenset({"kept_apart", "pairing_allowed"})
RESULT_VERBS = frozenset({"game_recorded", "score_recorded", "outcome_recorded", "match_ended_on_time"})


class UndoFinder:
    """Finds how to undo some lines of one tournament's log; reads what they are about in at most twelve queries.

    Lines must come newest first: of several lines about one thing only the newest can be undone.
    """

    def __init__(self, tournament: Tournament, allowed: dict[str, bool], entries: Sequence[LogEntry]) -> None:
        self.tournament = tournament
        self.allowed = allowed
        self.taken: set[str] = set()
        facts = [entry.facts for entry in entries]
        ids = {fact["entry"] for fact in facts if isinstance(fact.get("entry"), int)}
        self.entries = Registration.objects.in_bulk(ids)
        matches = Match.everything.filter(pk__in={fact["match"] for fact in facts if "match" in fact})
        self.matches = {match.pk: match for match in matches.select_related("round")}
        moved = {entry.facts["pod"] for entry in entries if entry.verb == "table_changed" and "pod" in entry.facts}
        self.pods = Pod.objects.in_bulk(moved) if moved else {}
        calls = {fact["call"] for fact in facts if isinstance(fact.get("call"), int)}
        self.calls = JudgeCall.objects.in_bulk(calls) if calls else {}
        withdrawn = [one for one in self.entries.values() if one.status == Status.WITHDRAWN]
        self.reinstatable = reinstatable(tournament, withdrawn)
        pairs = [entry.facts.get("entries") for entry in entries if entry.verb in APART_VERBS]
        keys = {key for pair in pairs if isinstance(pair, list) for key in pair}
        kept = tournament.kept_apart.all() if keys else ()
        self.kept = {(one.registration_a_id, one.registration_b_id): one for one in kept}
        counted = tournament.registrations.filter(pk__in=keys, status__in=COUNTED) if keys else ()
        self.counted = {one.pk for one in counted}
        given = {entry.facts["entry"] for entry in entries if entry.verb == "rounds_assigned"}
        assigned = AssignedRound.objects.filter(registration__in=given) if given else AssignedRound.objects.none()
        self.assigned = set(assigned.values_list("registration", "number", "kind"))
        self.newest = Round.objects.filter(tournament=tournament).order_by("-number").first()

    def way_back(self, entry: LogEntry) -> str:
        """The address that undoes the line; empty if nothing does."""
        find: Callable[[LogEntry], tuple[str, str]] | None = None
        if entry.verb in ENTRY_WAYS or entry.verb == "entry_checked_in":
            find = self._entry_way
        elif entry.verb in ROUND_WAYS:
            find = self._round_way
        elif entry.verb == "players_swapped":
            find = self._swap_way
        elif entry.verb == "table_changed":
            find = self._table_way
        elif entry.verb == FOLLOWED:
            find = self._tables_way
        elif entry.verb in PARTING_VERBS:
            find = self._parting_way
        elif entry.verb in AGE_VERBS:
            find = self._ages_way
        elif entry.verb in APART_VERBS:
            find = self._apart_way
        elif entry.verb == "rounds_assigned":
            find = self._assigned_way
        elif entry.verb in CLOCK_VERBS:
            find = self._clock_way
        elif entry.verb in PHASE_WAYS:
            find = self._phase_way
        elif entry.verb in CALL_WAYS:
            find = self._call_way
        elif entry.verb in RESULT_VERBS:
            find = self._result_way
        if find is None:
            return ""
        subject, address = find(entry)
        if subject in self.taken:
            return ""
        self.taken.add(subject)
        return address

    def _entry_way(self, entry: LogEntry) -> tuple[str, str]:
        concerned = self.entries.get(entry.facts.get("entry", 0))
        subject = f"entry {entry.facts.get('entry')}"
        if concerned is None:
            return subject, ""
        keys = [self.tournament.code, concerned.pk]
        if entry.verb == "entry_checked_in":
            is_open = self.tournament.phase == Phase.REGISTRATION and concerned.checked_in_at is not None
            return subject, reverse("desk_check_in", args=keys) if is_open and self.allowed["check_in"] else ""
        status, phases, change, action = ENTRY_WAYS[entry.verb]
        is_open = concerned.status == status and self.tournament.phase in phases and self.allowed[action]
        if status == Status.WITHDRAWN:
            is_open = is_open and concerned.pk in self.reinstatable
        return subject, reverse("desk_entry_change", args=[*keys, change]) if is_open else ""

    def _round_way(self, entry: LogEntry) -> tuple[str, str]:
        subject, newest = f"round {entry.facts.get('round')}", self.newest
        status, view = ROUND_WAYS[entry.verb]
        if newest is None or newest.number != entry.facts.get("round") or newest.status != status:
            return subject, ""
        if self.tournament.phase not in RUNNING or not self.allowed["run_rounds"]:
            return subject, ""
        if view == "desk_round_unpublish" and has_results(newest):
            return subject, ""
        if view == "desk_round_repair_undo":
            repair = repair_to_undo(newest)
            if repair is None or repair.pk != entry.facts.get("repair"):
                return subject, ""
            return subject, reverse(view, args=[self.tournament.code, newest.number, repair.pk])
        return subject, reverse(view, args=[self.tournament.code, newest.number])

    def _swap_way(self, entry: LogEntry) -> tuple[str, str]:
        """Two players of a draft change places again, once, while nothing newer was done with the round."""
        subject, newest = f"round {entry.facts.get('round')}", self.newest
        if entry.facts.get("undoes"):
            return subject, ""
        if newest is None or newest.number != entry.facts.get("round") or newest.status != Round.Status.DRAFT:
            return subject, ""
        if self.tournament.phase not in RUNNING or not self.allowed["run_rounds"] or "entries" not in entry.facts:
            return subject, ""
        return subject, reverse(
            "desk_round_swap_back", args=[self.tournament.code, newest.number, *entry.facts["entries"]]
        )

    def _table_way(self, entry: LogEntry) -> tuple[str, str]:
        """A match or pod of a draft goes back to its table, and the one that had to leave it too."""
        facts, newest = entry.facts, self.newest
        subject = f"round {facts.get('round')}"
        if newest is None or newest.number != facts.get("round") or newest.status != Round.Status.DRAFT:
            return subject, ""
        name = "pod" if "pod" in facts else "match"
        seated: Match | Pod | None = (self.pods if name == "pod" else self.matches).get(facts[name])
        if seated is None or seated.round_id != newest.pk or seated.table != facts["after"] or not facts["before"]:
            return subject, ""
        if self.tournament.phase not in RUNNING or not self.allowed["run_rounds"]:
            return subject, ""
        back = urlencode({name: seated.pk, "table": facts["before"]})
        return subject, f"{reverse('desk_round_table', args=[self.tournament.code, newest.number])}?{back}"

    def _tables_way(self, entry: LogEntry) -> tuple[str, str]:
        """All tables of a draft go back to the numbers they had, once, while nothing newer was done with the round."""
        facts, newest = entry.facts, self.newest
        subject = f"round {facts['round']}"
        if newest is None or newest.number != facts["round"] or newest.status != Round.Status.DRAFT:
            return subject, ""
        if facts.get("undoes") or self.tournament.phase not in RUNNING or not self.allowed["run_rounds"]:
            return subject, ""
        return subject, reverse("desk_round_tables_back", args=[self.tournament.code, newest.number, entry.pk])

    def _parting_way(self, entry: LogEntry) -> tuple[str, str]:
        """An entry that was taken from its player goes back to them."""
        subject, concerned = f"parting {entry.facts.get('entry')}", self.entries.get(entry.facts.get("entry", 0))
        if entry.verb != "entry_parted" or concerned is None or not self.allowed["issue_links"]:
            return subject, ""
        is_open = subject not in self.taken and parting_to_undo(concerned) is not None
        return subject, reverse("desk_entry_give_back", args=[self.tournament.code, concerned.pk]) if is_open else ""

    def _ages_way(self, entry: LogEntry) -> tuple[str, str]:
        """Of those whose age was said at once nobody has said it again."""
        is_open = entry.verb == "ages_said" and "entries" in entry.facts and self.allowed["manage_entries"]
        return "ages", ages_back(self.tournament, entry.pk) if is_open else ""

    def _apart_way(self, entry: LogEntry) -> tuple[str, str]:
        """Two players are kept apart, or may meet, as before the line, while nothing newer was said about them."""
        keys, before = entry.facts.get("entries"), entry.facts.get("before")
        if not isinstance(keys, list):  # A line of before both were named by entry.
            return f"apart {entry.pk}", ""
        subject = f"apart {keys}"
        kept = self.kept.get((keys[0], keys[1]))
        now = kept.is_hard if kept is not None else None
        if now != entry.facts.get("after") or not self.allowed["manage_entries"]:
            return subject, ""
        if self.tournament.phase not in (Phase.REGISTRATION, Phase.SWISS) or before == now:
            return subject, ""
        if before is None:
            return subject, f"{reverse('desk_apart_remove', args=[self.tournament.code])}?pair={kept.pk if kept else 0}"
        if not self.counted.issuperset(keys):
            return subject, ""
        again = urlencode({"one": keys[0], "other": keys[1], "how": "never" if before else "prefer"})
        return subject, f"{reverse('desk_apart', args=[self.tournament.code])}?{again}"

    def _assigned_way(self, entry: LogEntry) -> tuple[str, str]:
        """Rounds settled for an entry are paired after all, while all of them stand as in the line and are unpaired."""
        facts = entry.facts
        key, first, last = facts["entry"], facts["first"], facts["last"]
        subject = f"assigned {key} {first} {last}"
        if not self.allowed["manage_entries"] or self.tournament.phase not in (Phase.REGISTRATION, Phase.SWISS):
            return subject, ""
        is_paired = self.newest is not None and self.newest.number >= first
        if is_paired or not self.assigned.issuperset((key, number, facts["kind"]) for number in range(first, last + 1)):
            return subject, ""
        return subject, reverse("desk_entry_rounds_undo", args=[self.tournament.code, key, first, last])

    def _clock_way(self, entry: LogEntry) -> tuple[str, str]:
        subject, newest = f"clock {entry.facts.get('round')}", self.newest
        if newest is None or newest.number != entry.facts.get("round") or newest.status != Round.Status.PUBLISHED:
            return subject, ""
        if not self.allowed["run_rounds"] or "before" not in entry.facts:
            return subject, ""
        return subject, reverse("desk_clock_undo", args=[self.tournament.code, newest.number, entry.pk])

    def _phase_way(self, entry: LogEntry) -> tuple[str, str]:
        phases, view, action = PHASE_WAYS[entry.verb]
        is_open = self.tournament.phase in phases and self.allowed[action]
        if entry.verb == "tournament_started":
            is_open = is_open and self.newest is None
        if entry.verb == "top_cut_started":
            first = self.newest
            is_open = is_open and first is not None and first.status == Round.Status.DRAFT
            is_open = is_open and self.tournament.rounds.filter(stage=Round.Stage.TOP_CUT).count() == 1
        return "phase", reverse(view, args=[self.tournament.code]) if is_open else ""

    def _call_way(self, entry: LogEntry) -> tuple[str, str]:
        call = self.calls.get(entry.facts.get("call", 0))
        state, view = CALL_WAYS[entry.verb]
        if call is None or call.state != state or not self.allowed["answer_calls"]:
            return f"call {entry.facts.get('call')}", ""
        return f"call {call.pk}", reverse(view, args=[self.tournament.code, call.pk])

    def _result_way(self, entry: LogEntry) -> tuple[str, str]:
        """A game is removed from the slip; a score or an outcome is cleared if the slip was empty before it."""
        match = self.matches.get(entry.facts["match"])
        subject = f"match {entry.facts['match']}"
        if match is None or match.round.status != Round.Status.PUBLISHED or not self.allowed["record_results"]:
            return subject, ""
        if entry.verb == "game_recorded":
            view = "desk_match_undo"
        else:
            revision = MatchRevision.objects.filter(match=match, version=match.version).first()
            before = revision.before if revision is not None else {"games": ["unknown"]}
            view = "" if before.get("games") or before.get("is_complete") else "desk_match_clear"
        if not view or match.version == 1:
            return subject, ""
        return subject, f"{reverse(view, args=[self.tournament.code, match.pk])}?version={match.version}"


def ages_back(tournament: Tournament, line_id: int) -> str:
    """The address that undoes the line by which staff said how old all those are of whom nobody had said it."""
    return f"{reverse('desk_entries_ages_undo', args=[tournament.code])}?{urlencode({'line': line_id})}"
