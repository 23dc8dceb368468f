"""A failed import whose author no longer managed games: its reason under the present code."""

from django.db import migrations

BEFORE, NOW = "not_a_keeper", "not_a_game_manager"


def rename(apps, schema_editor, before=BEFORE, now=NOW):
    imports = apps.get_model("cardpool", "CardImport").objects.filter(error__code=before)
    for one in imports.only("error").iterator():
        one.error = {**one.error, "code": now}
        one.save(update_fields=["error"])


def rename_back(apps, schema_editor):
    rename(apps, schema_editor, NOW, BEFORE)


class Migration(migrations.Migration):
    dependencies = [("cardpool", "0012_drop_import_folder")]

    operations = [migrations.RunPython(rename, rename_back)]
