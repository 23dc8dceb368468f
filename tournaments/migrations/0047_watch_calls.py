"""Judge calls, of which both players at the table read: what they read of one counts as a change of the event."""

from django.db import migrations

WATCHED = "tournaments_judgecall"
SEEN = f"""
CREATE FUNCTION {WATCHED}_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The second array: no table of standings changes.
    IF TG_OP = 'UPDATE' THEN
        PERFORM dueldesk_count_change(ARRAY(
            SELECT DISTINCT now.tournament_id FROM changed now JOIN former ON former.id = now.id
            WHERE (now.state, now.match_id, now.registration_id)
                IS DISTINCT FROM (former.state, former.match_id, former.registration_id)
        ), ARRAY[]::bigint[]);
    ELSE
        PERFORM dueldesk_count_change(ARRAY(SELECT DISTINCT tournament_id FROM changed), ARRAY[]::bigint[]);
    END IF;
    RETURN NULL;
END $$
"""
ROWS = {
    "insert": "NEW TABLE AS changed",
    "update": "NEW TABLE AS changed OLD TABLE AS former",
    "delete": "OLD TABLE AS changed",
}
TRIGGERS = [
    f"CREATE TRIGGER {WATCHED}_seen_{kind} AFTER {kind.upper()} ON {WATCHED} REFERENCING {rows}"
    f" FOR EACH STATEMENT EXECUTE FUNCTION {WATCHED}_seen()"
    for kind, rows in ROWS.items()
]


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0046_join_codes'),
    ]

    operations = [
        migrations.RunSQL([SEEN, *TRIGGERS], [f"DROP FUNCTION {WATCHED}_seen() CASCADE"]),
    ]
