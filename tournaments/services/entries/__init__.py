"""Writes about who is in a tournament: registering, the waiting list, check-in, leaving, late entries."""

from tournaments.services.entries.ages import set_unknown_ages, unset_ages
from tournaments.services.entries.apart import allow_pairing, fix_seat, keep_apart
from tournaments.services.entries.arriving import check_in, issue_entry_link, late_entry, why_closed
from tournaments.services.entries.asking import collect_key, withdraw_join_request
from tournaments.services.entries.assigned import assign_rounds, unassign_rounds
from tournaments.services.entries.claiming import revoke_entry_link
from tournaments.services.entries.correcting import edit_entry
from tournaments.services.entries.deciding import (
    accept_as_other,
    accept_as_same,
    refuse_join_request,
    reopen_join_request,
)
from tournaments.services.entries.divisions import join_divisions, set_division
from tournaments.services.entries.gone_before import drop_as_before
from tournaments.services.entries.leaving import (
    disqualify,
    drop,
    mark_no_show,
    reinstate,
    stay,
    undrop,
    withdraw,
)
from tournaments.services.entries.links import Issued, issue_all_links, links_to_issue
from tournaments.services.entries.listed import AddedEntries, SkippedLine, add_entries
from tournaments.services.entries.listed_ages import ListAges
from tournaments.services.entries.listed_teams import add_teams
from tournaments.services.entries.parting import part_entry, undo_parting
from tournaments.services.entries.person import PersonData
from tournaments.services.entries.registering import RegisteredSelf, add_entry, register_self
from tournaments.services.entries.rule_drops import leave_drop
from tournaments.services.entries.teams import MemberData, RegisteredTeam, add_team, register_team

__all__ = [
    "AddedEntries",
    "Issued",
    "ListAges",
    "MemberData",
    "PersonData",
    "RegisteredSelf",
    "RegisteredTeam",
    "SkippedLine",
    "accept_as_other",
    "accept_as_same",
    "add_entries",
    "add_entry",
    "add_team",
    "add_teams",
    "allow_pairing",
    "assign_rounds",
    "check_in",
    "collect_key",
    "disqualify",
    "drop",
    "drop_as_before",
    "edit_entry",
    "fix_seat",
    "issue_all_links",
    "issue_entry_link",
    "join_divisions",
    "keep_apart",
    "late_entry",
    "leave_drop",
    "links_to_issue",
    "mark_no_show",
    "part_entry",
    "refuse_join_request",
    "register_self",
    "register_team",
    "reinstate",
    "reopen_join_request",
    "revoke_entry_link",
    "set_division",
    "set_unknown_ages",
    "stay",
    "unassign_rounds",
    "undo_parting",
    "undrop",
    "unset_ages",
    "why_closed",
    "withdraw",
    "withdraw_join_request",
]
