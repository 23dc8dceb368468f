from django.db import migrations


def keep_waiting_jobs(apps, schema_editor):
    """Imports that were asked for before there were rows for jobs get theirs, whatever became of them."""
    Job = apps.get_model("jobs", "Job")
    rows = apps.get_model("cardpool", "CardImport").objects.filter(state__in=("queued", "running"))
    kind = "cardpool.import_cards"
    Job.objects.bulk_create([Job(kind=kind, subject=key) for key in rows.values_list("pk", flat=True)])


class Migration(migrations.Migration):
    dependencies = [("jobs", "0001_jobs"), ("cardpool", "0007_note_answered_on")]
    operations = [migrations.RunPython(keep_waiting_jobs, migrations.RunPython.noop)]
