"""Counts apart what changes the table: a result of the round under way brings a new version, and no new table."""

from __future__ import annotations

from django.db import migrations, models

from tournaments.migrations._watching import function

COUNT = """
CREATE FUNCTION dueldesk_count_change(events bigint[]{parameter}) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    counted record;
BEGIN
    FOR counted IN
        WITH grown AS (
            INSERT INTO tournaments_eventversion AS held (tournament_id, number{column})
            SELECT id, 1{first} FROM tournaments_tournament WHERE id = ANY(events) ORDER BY id
            ON CONFLICT (tournament_id) DO UPDATE SET number = held.number + 1{next}
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
"""As in migration 0007, but for the second number. `settled` are the events whose table may have changed, too; NULL: all
of them."""

WITH_TABLE = COUNT.format(
    parameter=", settled bigint[] DEFAULT NULL",
    column=", table_number",
    first=", 1",
    next=", table_number = CASE WHEN settled IS NULL OR held.tournament_id = ANY(settled)"
    " THEN held.number + 1 ELSE held.table_number END",
)
WITHOUT_TABLE = COUNT.format(parameter="", column="", first="", next="")

OF_MATCH = "SELECT round.tournament_id FROM changed JOIN tournaments_round round ON round.id = changed.round_id"
OF_GAME = (
    "SELECT round.tournament_id FROM changed JOIN tournaments_match match ON match.id = changed.match_id"
    " JOIN tournaments_round round ON round.id = match.round_id"
)
TABLES = {
    "tournaments_match": (OF_MATCH, ("updated_at",)),
    "tournaments_game": (OF_GAME, ("overridden_by_id", "recorded_at")),
    "tournaments_matchrevision": (OF_GAME, ()),
    "tournaments_timeextension": (
        OF_GAME,
        ("reason", "deck_check_id", "given_by_user_id", "given_by", "given_at", "withdrawn_by"),
    ),
}
"""Tables of one round's matches: how their rows name the event, and the columns that are on no page."""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_workbooks_for_everybody")]

    operations = [
        migrations.AddField(
            model_name="eventversion",
            name="table_number",
            field=models.PositiveBigIntegerField(db_default=0),
        ),
        migrations.RunSQL(
            ["UPDATE tournaments_eventversion SET table_number = number"],
            [],
        ),
        migrations.RunSQL(
            [
                "DROP FUNCTION dueldesk_count_change(bigint[])",
                WITH_TABLE,
                *(function(table, *TABLES[table]) for table in TABLES),
            ],
            [
                "DROP FUNCTION dueldesk_count_change(bigint[], bigint[])",
                WITHOUT_TABLE,
                *(function(table, *TABLES[table], with_table=False) for table in TABLES),
            ],
        ),
    ]
