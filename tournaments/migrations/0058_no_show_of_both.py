from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0057_steps_of_snapshots'),
    ]

    operations = [
        migrations.AlterField(
            model_name='match',
            name='outcome',
            field=models.CharField(choices=[('played', 'Played'), ('no_show', 'No-show'), ('intentional_draw', 'Intentional draw'), ('judge_award', 'Judge award'), ('match_loss', 'Match loss'), ('double_loss', 'Loss for both'), ('double_no_show', 'No-show of both')], default='played', max_length=16),
        ),
    ]
