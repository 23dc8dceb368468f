"""Nothing reads where an import's files are: their folder is named after the import's key."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("cardpool", "0011_store")]

    operations = [migrations.RemoveField(model_name="cardimport", name="folder")]
