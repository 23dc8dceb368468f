from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cardpool', '0013_name_game_managers'),
        ('tournaments', '0037_games_reported'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='tournament',
            name='tournament_top_cut',
        ),
        migrations.AddField(
            model_name='round',
            name='best_of',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='match length'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='cut_best_of',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='match length in the top cut'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='cut_best_of_from',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Players left. Empty: in all of it.', null=True, verbose_name='this length in the top cut from'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='cut_minutes',
            field=models.PositiveSmallIntegerField(blank=True, help_text='0: no time limit.', null=True, verbose_name='minutes per round of the top cut'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='lists_best_of',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='match length that lists are judged by'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('best_of__isnull', True), ('best_of__in', [1, 3, 5]), _connector='OR'), name='round_best_of'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('top_cut__in', [0, 2, 4, 8, 16, 32])), name='tournament_top_cut'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('cut_best_of__isnull', True), ('cut_best_of__in', [1, 3, 5]), _connector='OR'), name='tournament_cut_best_of'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('cut_best_of_from__isnull', True), ('cut_best_of_from__in', (2, 4, 8, 16, 32)), _connector='OR'), name='tournament_cut_best_of_from'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('lists_best_of__isnull', True), ('lists_best_of__in', [1, 3, 5]), _connector='OR'), name='tournament_lists_best_of'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('cut_minutes__isnull', True), ('cut_minutes__lte', 600), _connector='OR'), name='tournament_cut_minutes'),
        ),
    ]
