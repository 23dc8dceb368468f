from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_manage_games")]

    operations = [migrations.RenameField("user", "may_keep_games", "may_manage_games")]
