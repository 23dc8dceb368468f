"""The triggers by which a table of one round counts the versions of its event's pages, as SQL for migrations.

What is here has been run by migrations that are applied; a change of it changes no database.
"""

from __future__ import annotations

from collections.abc import Collection

SEEN = " AND round.status <> 'draft'"
SETTLED = " AND round.status = 'completed'"
FUNCTION = """
CREATE OR REPLACE FUNCTION {table}_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        {insert}
    ELSIF TG_OP = 'DELETE' THEN
        {delete}
    ELSE
        {update}
    END IF;
    RETURN NULL;
END $$
"""
NEW, OLD = "changed AS (SELECT * FROM new_rows)", "changed AS (SELECT * FROM old_rows)"
TOUCHED = """touched AS (
            SELECT changed_row.id FROM new_rows changed_row JOIN old_rows former_row ON former_row.id = changed_row.id
            WHERE to_jsonb(changed_row){unseen} IS DISTINCT FROM to_jsonb(former_row){unseen}
        ), changed AS (
            SELECT * FROM old_rows WHERE id IN (SELECT id FROM touched)
            UNION ALL SELECT * FROM new_rows WHERE id IN (SELECT id FROM touched)
        )"""
TRANSITIONS = {
    "INSERT": "NEW TABLE AS new_rows",
    "UPDATE": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "DELETE": "OLD TABLE AS old_rows",
}


def function(table: str, events: str, columns: Collection[str], *, with_table: bool = True) -> str:
    """The function behind the triggers of a table.

    `events` selects the tournaments of `changed` rows, their round joined as `round`; `columns` are on no page.
    `with_table` counts the table's version, too, where a completed round changes.
    """
    unseen = "".join(f" - '{column}'" for column in columns)

    def count(rows: str) -> str:
        arrays = [f"ARRAY(WITH {rows} {events}{which})" for which in ((SEEN, SETTLED) if with_table else (SEEN,))]
        return f"PERFORM dueldesk_count_change({', '.join(arrays)});"

    return FUNCTION.format(
        table=table, insert=count(NEW), delete=count(OLD), update=count(TOUCHED.format(unseen=unseen))
    )


def triggers(table: str) -> list[str]:
    """The triggers of a table, once its function is there."""
    return [
        f"CREATE TRIGGER {table}_seen_{kind.lower()} AFTER {kind} ON {table}"
        f" REFERENCING {rows} FOR EACH STATEMENT EXECUTE FUNCTION {table}_seen()"
        for kind, rows in TRANSITIONS.items()
    ]
