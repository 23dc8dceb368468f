"""Tells games whose place in their match nobody noted from others, and games lost by a penalty from played ones."""

from __future__ import annotations

from django.db import migrations, models

NOT_IN_ORDER = """
UPDATE tournaments_game game SET order_known = false
FROM (
    SELECT match_id FROM tournaments_game WHERE NOT details_known
    GROUP BY match_id HAVING count(DISTINCT coalesce(winner_seat, 0)) > 1
) mixed
WHERE game.match_id = mixed.match_id AND NOT game.details_known
"""
"""Games with one and the same result can only have come in one order."""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_round_clock")]

    operations = [
        migrations.AddField("game", "order_known", models.BooleanField(default=True, db_default=True)),
        migrations.AddField("game", "is_penalty", models.BooleanField(default=False, db_default=False)),
        migrations.RunSQL(NOT_IN_ORDER, migrations.RunSQL.noop),
    ]
