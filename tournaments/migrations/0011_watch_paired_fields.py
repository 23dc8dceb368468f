"""A round's paired fields are what its reasons are read from, which everybody may read: their changes count, too."""

from __future__ import annotations

from django.db import migrations

WATCHED = "tournaments_pairedfield"
SEEN = """
CREATE FUNCTION {table}_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM dueldesk_count_change(ARRAY(
        SELECT round.tournament_id FROM changed JOIN tournaments_round round ON round.id = changed.round_id
        AND round.status <> 'draft'
    ));
    RETURN NULL;
END $$
"""
TRIGGER = (
    "CREATE TRIGGER {table}_seen_{name} AFTER {kind} ON {table} REFERENCING {rows} TABLE AS changed"
    " FOR EACH STATEMENT EXECUTE FUNCTION {table}_seen()"
)
KINDS = {"insert": "NEW", "update": "NEW", "delete": "OLD"}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_sheets_to_print")]

    operations = [
        migrations.RunSQL(
            [
                SEEN.format(table=WATCHED),
                *(
                    TRIGGER.format(table=WATCHED, name=kind, kind=kind.upper(), rows=rows)
                    for kind, rows in KINDS.items()
                ),
            ],
            [f"DROP FUNCTION {WATCHED}_seen() CASCADE"],
        )
    ]
