from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_uploaded_snapshots")]

    operations = [
        migrations.AlterField(
            "snapshot",
            "state",
            models.CharField(
                choices=[("queued", "Waiting"), ("taking", "Being taken"), ("ready", "Ready"), ("failed", "Failed")],
                default="queued",
                max_length=8,
            ),
        ),
    ]
