"""What a snapshot of the present format may lack, because the table or the column is newer than the file."""

from __future__ import annotations

from typing import Any

NEWER = (
    *("decided", "assigned", "calls", "reports", "pods", "pod_seats", "pod_revisions", "pod_reports"),
    *("announcements", "join_requests", "origins"),
)
"""Tables that files of the same format may lack: the first ones were written before them."""
NEWER_COLUMNS = frozenset(
    {
        *(("event", name) for name in ("drop_no_shows", "drop_after_losses", "only_listed_tables", "feature_tables")),
        *(("event", name) for name in ("divisions", "division_mode", "joined_divisions", "players_report")),
        *(("event", name) for name in ("cut_best_of", "cut_best_of_from", "lists_best_of", "cut_minutes")),
        *(("event", name) for name in ("entry_format", "pod_places", "cut_mode", "division_cuts", "cut_drop")),
        *(("registrations", name) for name in ("drop_rule", "division", "division_by_hand", "left_before_cut")),
        *(("registrations", name) for name in ("kind", "team_entry_id", "seat")),
        *(
            ("repairs", "choice"),
            ("repairs", "part"),
            ("fields", "part"),
            ("rounds", "best_of"),
            ("matches", "best_of"),
            ("matches", "team_match_id"),
            ("matches", "board"),
        ),
        *(("matches", "report_state"), ("calls", "about_reports")),
        *(("reports", "games"), ("reports", "is_final"), ("pods", "report_state")),
        *((table, "pod_id") for table in ("checks", "extensions", "calls")),
        *(("players", "erased_at"), ("registrations", "is_anonymous")),
        *(("registrations", name) for name in ("is_claimable", "claimed_at", "membership_id")),
        *(("join_requests", name) for name in ("is_past", "was_claimable", "claimed_before")),
        *((table, "age_group") for table in ("players", "join_requests")),
        *((table, name) for table in ("reports", "pod_reports") for name in ("phone", "pressed", "is_superseded")),
    }
)
"""The same of columns, by table, which take their default then."""
EMPTY: dict[str, list[Any]] = {"columns": [], "rows": []}
