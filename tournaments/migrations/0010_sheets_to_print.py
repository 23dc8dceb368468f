from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_paired_field")]

    operations = [
        migrations.AddField(
            model_name="export",
            name="kind",
            field=models.CharField(
                choices=[("workbook", "Excel file"), ("sheets", "Registration sheets")],
                default="workbook",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="export",
            name="shown",
            field=models.CharField(blank=True, editable=False, max_length=8),
        ),
        migrations.AddField(
            model_name="export",
            name="site",
            field=models.CharField(blank=True, editable=False, max_length=300),
        ),
    ]
