from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_repair_choices'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='feature_tables',
            field=models.CharField(blank=True, max_length=200, verbose_name='feature tables'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='only_listed_tables',
            field=models.BooleanField(default=False, verbose_name='no other tables than these'),
        ),
    ]
