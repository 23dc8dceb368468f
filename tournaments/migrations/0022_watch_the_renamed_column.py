"""The right to manage games is not shown on a page of an event: its column is left out by its new name."""

from __future__ import annotations

from django.db import migrations

UNSEEN = (
    *("password", "last_login", "is_superuser", "email", "is_staff", "is_active", "date_joined", "language"),
    "may_create_tournaments",
)
SEEN = """
CREATE OR REPLACE FUNCTION accounts_user_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM dueldesk_count_change(ARRAY(WITH changed AS (SELECT * FROM new_rows) {events}));
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM dueldesk_count_change(ARRAY(WITH changed AS (SELECT * FROM old_rows) {events}));
    ELSE
        PERFORM dueldesk_count_change(ARRAY(
            WITH touched AS (
                SELECT changed_row.id FROM new_rows changed_row JOIN old_rows former_row ON former_row.id = changed_row.id
                WHERE to_jsonb(changed_row){unseen} IS DISTINCT FROM to_jsonb(former_row){unseen}
            ), changed AS (
                SELECT * FROM old_rows WHERE id IN (SELECT id FROM touched)
                UNION ALL SELECT * FROM new_rows WHERE id IN (SELECT id FROM touched)
            ) {events}
        ));
    END IF;
    RETURN NULL;
END $$
"""
EVENTS = "SELECT staff.tournament_id FROM changed JOIN tournaments_staffmember staff ON staff.user_id = changed.id"


def function(right: str) -> str:
    """The function behind the triggers of accounts, where the right has this column."""
    unseen = "".join(f" - '{column}'" for column in (*UNSEEN, right))
    return SEEN.format(events=EVENTS, unseen=unseen)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_snapshots"), ("accounts", "0007_may_manage_games")]

    operations = [migrations.RunSQL([function("may_manage_games")], [function("may_keep_games")])]
