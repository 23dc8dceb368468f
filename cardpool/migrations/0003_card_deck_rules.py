from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cardpool', '0002_pool_revision'),
    ]

    operations = [
        migrations.AddField(
            model_name='card',
            name='deck_rules',
            field=models.JSONField(blank=True, default=list, verbose_name='deck rules printed on it'),
        ),
    ]
