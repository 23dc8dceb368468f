from django.db import migrations


def keep_waiting_jobs(apps, schema_editor):
    """Exports and runs that were asked for before there were rows for jobs get theirs, whatever became of them."""
    Job = apps.get_model("jobs", "Job")
    waiting = ("queued", "running")
    for model, kind in (("Export", "tournaments.write_export"), ("Rejudging", "tournaments.rejudge")):
        rows = apps.get_model("tournaments", model).objects.filter(state__in=waiting)
        Job.objects.bulk_create([Job(kind=kind, subject=key) for key in rows.values_list("pk", flat=True)])


class Migration(migrations.Migration):
    dependencies = [("jobs", "0001_jobs"), ("tournaments", "0007_event_versions")]
    operations = [migrations.RunPython(keep_waiting_jobs, migrations.RunPython.noop)]
