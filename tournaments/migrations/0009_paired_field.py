import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_jobs_that_wait")]

    operations = [
        migrations.CreateModel(
            name="PairedField",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("facts", models.JSONField()),
                (
                    "repair",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="field",
                        to="tournaments.roundrepair",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fields", to="tournaments.round"
                    ),
                ),
            ],
            options={
                "verbose_name": "paired field",
                "verbose_name_plural": "paired fields",
                "ordering": ["round", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("repair__isnull", True)),
                        fields=("round",),
                        name="field_one_from_pairing",
                    )
                ],
            },
        ),
    ]
