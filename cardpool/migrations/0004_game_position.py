from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cardpool', '0003_card_deck_rules'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='cardgame',
            options={'ordering': ['position', 'slug'], 'verbose_name': 'card game', 'verbose_name_plural': 'card games'},
        ),
        migrations.AddField(
            model_name='cardgame',
            name='position',
            field=models.PositiveSmallIntegerField(default=100, verbose_name='place in lists of games'),
        ),
    ]
