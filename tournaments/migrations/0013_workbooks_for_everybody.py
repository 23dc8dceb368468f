"""One workbook for everybody who sees what the public sees, in the place of one for each visitor and player."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


def forget_files_of_visitors(apps: Any, schema_editor: Any) -> None:
    """Files that no account asked for go: they can be made again at any time."""
    for export in apps.get_model("tournaments", "Export").objects.filter(requested_by=None):
        export.file.delete(save=False)
        export.delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0012_links_of_before"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(forget_files_of_visitors, migrations.RunPython.noop),
        migrations.RemoveField(model_name="export", name="requested_by_player"),
        migrations.RemoveField(model_name="export", name="session_key"),
        migrations.AddField(
            model_name="export",
            name="event_version",
            field=models.PositiveBigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.CheckConstraint(
                condition=Q(requested_by__isnull=True, event_version__isnull=False, kind="workbook")
                | Q(requested_by__isnull=False, event_version__isnull=True),
                name="export_is_somebodys_or_everybodys",
            ),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.UniqueConstraint(
                condition=Q(requested_by__isnull=True, state="queued"),
                fields=("tournament", "language"),
                name="export_waits_once_for_everybody",
            ),
        ),
    ]
