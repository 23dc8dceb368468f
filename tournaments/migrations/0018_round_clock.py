"""Lets a round's clock be paused and moved: it runs to a moment of its own."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

ENDS = """
UPDATE tournaments_round round SET clock_ends_at = clock_started_at + event.round_minutes * interval '1 minute'
FROM tournaments_tournament event
WHERE event.id = round.tournament_id AND round.clock_started_at IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_entry_numbers")]

    operations = [
        migrations.AddField("round", "clock_ends_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("round", "clock_left", models.IntegerField(blank=True, null=True)),
        migrations.AddField("round", "extra_turns_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunSQL(ENDS, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "round",
            models.CheckConstraint(
                condition=Q(clock_started_at=None, clock_ends_at=None, clock_left=None, extra_turns_at=None)
                | Q(clock_started_at__isnull=False, clock_ends_at__isnull=False, clock_left=None)
                | Q(clock_started_at__isnull=False, clock_ends_at=None, clock_left__isnull=False),
                name="round_clock_runs_or_is_paused",
            ),
        ),
    ]
