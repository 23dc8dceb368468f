"""What must hold after a chaos run, checked through HTTP and in the database itself."""

from __future__ import annotations

import time
from typing import Any

import psycopg

from tests.chaos.desk_people import banned_by
from tests.chaos.judged import changes_and_runs, unjudged, verdicts_found
from tests.chaos.opening import Opened
from tests.chaos.people import Notes
from tests.chaos.visiting import Visitor
from tests.config.running_site import RunningSite

JOBS_SECONDS = 150.0
"""The maximum time for jobs to end once nothing disturbs them any more."""

TORN = {
    "a published round with a player at no table or at two": """
        SELECT round.id FROM tournaments_round round
        JOIN tournaments_registration entry ON entry.tournament_id = round.tournament_id AND entry.status = 'active'
        LEFT JOIN tournaments_match match
            ON match.round_id = round.id AND entry.id IN (match.player1_id, match.player2_id)
        LEFT JOIN tournaments_bye bye ON bye.round_id = round.id AND bye.registration_id = entry.id
        WHERE round.status <> 'draft'
        GROUP BY round.id, entry.id HAVING count(match.id) + count(bye.id) <> 1""",
    "a round whose times contradict its status": """
        SELECT id FROM tournaments_round
        WHERE (status = 'draft') <> (published_at IS NULL) OR (status = 'completed') <> (completed_at IS NOT NULL)""",
    "a publication that is not in the log once": """
        SELECT round.id FROM tournaments_round round LEFT JOIN tournaments_logentry line
            ON line.tournament_id = round.tournament_id AND line.verb = 'round_published'
            AND (line.facts->>'round')::int = round.number
        WHERE round.status <> 'draft' GROUP BY round.id HAVING count(line.id) <> 1""",
    "a match without a revision for each change": """
        SELECT match.id FROM tournaments_match match LEFT JOIN tournaments_matchrevision revision
            ON revision.match_id = match.id
        GROUP BY match.id HAVING match.version <> 1 + count(revision.id)
            OR match.is_complete <> (match.completed_at IS NOT NULL)""",
    "a workbook that is neither ready nor failed": (
        "SELECT key FROM tournaments_export WHERE state NOT IN ('ready', 'failed')"
    ),
    "an import that hangs": "SELECT key FROM cardpool_cardimport WHERE state IN ('queued', 'running')",
    "a judging of decks that hangs": "SELECT id FROM tournaments_rejudging WHERE state IN ('queued', 'running')",
    "a failed job": """
        SELECT 'workbook ' || error FROM tournaments_export WHERE state = 'failed' UNION ALL
        SELECT 'import ' || (error->>'code') FROM cardpool_cardimport WHERE state = 'failed' UNION ALL
        SELECT 'judging ' || error FROM tournaments_rejudging WHERE state = 'failed'""",
    "a job that is left": "SELECT kind, subject FROM jobs_job WHERE due_at <= now()",
}


def jobs_end(site: RunningSite) -> float:
    """Wait until no job that is due is left; the seconds it took, at most `JOBS_SECONDS`."""
    began = time.monotonic()
    while time.monotonic() - began < JOBS_SECONDS:
        try:
            if site.sql("SELECT count(*) FROM jobs_job WHERE due_at <= now()") == [(0,)]:
                break
        except psycopg.Error:
            pass
        time.sleep(0.5)
    return time.monotonic() - began


def read(visitor: Visitor, path: str) -> dict[str, Any]:
    """The API's answer, requested again when the account has reached its limit per minute."""
    while (answer := visitor.get(path)).status == 429:
        time.sleep(float(answer.headers.get("Retry-After", "1")))
    found: dict[str, Any] = answer.json()
    return found


def faults_found(site: RunningSite, visitor: Visitor, opened: Opened, notes: Notes) -> list[str]:
    """Everything that is not as it was acknowledged, or not whole."""
    found = [f"{what}: {rows[:5]}" for what, query in TORN.items() if (rows := site.sql(query))]
    for (code, number), winners in notes.results.items():
        matches = read(visitor, f"/api/v1/tournaments/{code}/rounds/{number}/")["matches"]
        there = {match["id"]: match["winner_seat"] for match in matches if match["is_complete"]}
        lost = [match_id for match_id, winner in winners.items() if there.get(match_id) != winner]
        found += [f"the acknowledged result of match {match_id} is not there" for match_id in lost]
    for code, number in notes.published:
        if read(visitor, f"/api/v1/tournaments/{code}/rounds/{number}/")["status"] == "draft":
            found.append(f"the acknowledged publication of {code} round {number} is not there")
    keys = {str(row[0]) for row in site.sql("SELECT key FROM tournaments_export")}
    found += [f"the acknowledged workbook {key} is not there" for key in set(notes.exports) - keys]
    numbers = {row[0] for row in site.sql("SELECT number FROM cardpool_card")}
    for key, brought in notes.imports.items():
        if missing := set(brought) - numbers:
            found.append(f"{len(missing)} cards of the finished import {key} are not there")
    made, runs = changes_and_runs(site)
    found += unjudged(notes.changes, made, runs, opened.decks)
    return found + verdicts_found(site, is_banned=banned_by(visitor) is not None, decks=opened.decks)
