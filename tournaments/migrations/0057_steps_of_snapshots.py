from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0056_past_entries_of_an_account'),
    ]

    operations = [
        migrations.AlterField(
            model_name='snapshot',
            name='step',
            field=models.CharField(choices=[('entered', 'Players entered'), ('started', 'Event started'), ('paired', 'Round paired'), ('published', 'Round published'), ('repaired', 'Round repaired'), ('results', 'All results in'), ('corrected', 'Result corrected'), ('completed', 'Round completed'), ('cut', 'Top cut started'), ('finished', 'Event finished'), ('taken_back', 'Step taken back'), ('by_hand', 'By hand')], max_length=10),
        ),
    ]
