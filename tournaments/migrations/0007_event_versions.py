"""Counts the changes of what the public sees of each event, in the database itself.

A trigger stands on every table that public pages read (tests/tournaments/services/test_versions.py proves that none is
missing), so that no service, screen, command or hand-written statement can forget it.
"""

from __future__ import annotations

from dataclasses import dataclass

import django.db.models.deletion
from django.db import migrations, models

COUNT = """
CREATE FUNCTION dueldesk_count_change(events bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    counted record;
BEGIN
    FOR counted IN
        WITH grown AS (
            INSERT INTO tournaments_eventversion AS held (tournament_id, number)
            SELECT id, 1 FROM tournaments_tournament WHERE id = ANY(events) ORDER BY id
            ON CONFLICT (tournament_id) DO UPDATE SET number = held.number + 1
            RETURNING tournament_id, number
        )
        SELECT tournament.code, grown.tournament_id, grown.number
        FROM grown JOIN tournaments_tournament tournament ON tournament.id = grown.tournament_id
    LOOP
        -- Goes to the client that made the change, which announces it once it is committed. INFO reaches the client
        -- whatever client_min_messages says, and no log.
        RAISE INFO USING ERRCODE = 'DDESK', MESSAGE =
            counted.code || ' ' || counted.tournament_id || '.' || counted.number;
    END LOOP;
END $$
"""


@dataclass(frozen=True)
class Watched:
    """A table whose rows public pages show.

    `events` selects the ids of the tournaments that show the rows `changed`; an update counts unless it touches the
    columns `unseen` alone.
    """

    table: str
    events: str
    unseen: tuple[str, ...] = ()


OF_ROUND = (
    "SELECT round.tournament_id FROM changed"
    " JOIN tournaments_round round ON round.id = changed.round_id AND round.status <> 'draft'"
)
OF_MATCH = (
    "SELECT round.tournament_id FROM changed JOIN tournaments_match match ON match.id = changed.match_id"
    " JOIN tournaments_round round ON round.id = match.round_id AND round.status <> 'draft'"
)
GIVEN = ("given_by_user_id", "given_by", "given_at", "withdrawn_by")

WATCHED = (
    Watched("tournaments_tournament", "SELECT changed.id FROM changed", ("created_by_id", "created_at")),
    Watched(
        "tournaments_registration",
        "SELECT changed.tournament_id FROM changed",
        ("status_reason", "fixed_table", "late_policy", "registered_at", "registered_by"),
    ),
    Watched("tournaments_staffmember", "SELECT changed.tournament_id FROM changed", ("added_at",)),
    # Drafts are for those who run the rounds; the public hears of a round when it is published.
    Watched(
        "tournaments_round",
        "SELECT changed.tournament_id FROM changed WHERE changed.status <> 'draft'",
        ("created_at",),
    ),
    Watched("tournaments_bye", OF_ROUND),
    Watched("tournaments_missedround", OF_ROUND),
    Watched("tournaments_roundrepair", OF_ROUND, ("made_by_user_id", "made_by", "made_at")),
    Watched("tournaments_match", OF_ROUND, ("updated_at",)),
    Watched("tournaments_game", OF_MATCH, ("overridden_by_id", "recorded_at")),
    Watched("tournaments_matchrevision", OF_MATCH),
    Watched("tournaments_timeextension", OF_MATCH, ("reason", "deck_check_id", *GIVEN)),
    # A birth year decides whether a name is masked.
    Watched(
        "accounts_player",
        "SELECT entry.tournament_id FROM changed JOIN tournaments_registration entry ON entry.player_id = changed.id",
        ("name", "user_id", "link_hash", "is_demo", "created_at"),
    ),
    # Accounts are named where they are staff.
    Watched(
        "accounts_user",
        "SELECT staff.tournament_id FROM changed JOIN tournaments_staffmember staff ON staff.user_id = changed.id",
        (
            *("password", "last_login", "is_superuser", "email", "is_staff", "is_active", "date_joined", "language"),
            *("may_create_tournaments", "may_keep_games"),
        ),
    ),
    Watched(
        "cardpool_cardgame",
        "SELECT event.id FROM changed JOIN tournaments_tournament event ON event.game_id = changed.id",
        ("is_listed", "position", "pool_revision"),
    ),
    Watched(
        "cardpool_ruleset",
        "SELECT event.id FROM changed JOIN tournaments_tournament event ON event.ruleset_id = changed.id",
        ("effective_from", "digest", "loaded_at", "published_by"),
    ),
    # Lists are read by everybody once the event has finished, where the organiser said so.
    Watched(
        "decks_decklist",
        "SELECT event.id FROM changed JOIN tournaments_registration entry ON entry.decklist_id = changed.id"
        " JOIN tournaments_tournament event ON event.id = entry.tournament_id"
        " AND event.lists_public AND event.phase = 'finished'",
        ("locked_at", "created_at"),
    ),
)


def trigger_function(watched: Watched) -> str:
    """The function behind a table's triggers. New and gone rows count; changed ones where a seen column differs."""
    unseen = "".join(f" - '{column}'" for column in watched.unseen)
    return f"""
CREATE FUNCTION {watched.table}_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM dueldesk_count_change(ARRAY(WITH changed AS (SELECT * FROM new_rows) {watched.events}));
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM dueldesk_count_change(ARRAY(WITH changed AS (SELECT * FROM old_rows) {watched.events}));
    ELSE
        PERFORM dueldesk_count_change(ARRAY(
            WITH touched AS (
                SELECT changed_row.id FROM new_rows changed_row JOIN old_rows former_row ON former_row.id = changed_row.id
                WHERE to_jsonb(changed_row){unseen} IS DISTINCT FROM to_jsonb(former_row){unseen}
            ), changed AS (
                SELECT * FROM old_rows WHERE id IN (SELECT id FROM touched)
                UNION ALL SELECT * FROM new_rows WHERE id IN (SELECT id FROM touched)
            ) {watched.events}
        ));
    END IF;
    RETURN NULL;
END $$
"""


def triggers(watched: Watched) -> list[str]:
    """One trigger for each kind of statement: a transition table belongs to one kind."""
    rows = {
        "INSERT": "NEW TABLE AS new_rows",
        "UPDATE": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
        "DELETE": "OLD TABLE AS old_rows",
    }
    return [
        f"CREATE TRIGGER {watched.table}_seen_{kind.lower()} AFTER {kind} ON {watched.table}"
        f" REFERENCING {tables} FOR EACH STATEMENT EXECUTE FUNCTION {watched.table}_seen()"
        for kind, tables in rows.items()
    ]


def watching(watched: Watched) -> list[migrations.RunSQL]:
    undo = f"DROP FUNCTION {watched.table}_seen() CASCADE"
    return [migrations.RunSQL([trigger_function(watched), *triggers(watched)], [undo])]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_tiebreaks_from"),
        ("accounts", "0002_notices_and_keeping_games"),
        ("cardpool", "0007_note_answered_on"),
        ("decks", "0002_decklist_format"),
    ]

    operations = [
        migrations.CreateModel(
            "EventVersion",
            [
                (
                    "tournament",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="public_version",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
            ],
            options={"verbose_name": "event version", "verbose_name_plural": "event versions"},
        ),
        migrations.RunSQL([COUNT], ["DROP FUNCTION dueldesk_count_change(bigint[])"]),
        *(operation for watched in WATCHED for operation in watching(watched)),
    ]
