from django.db import migrations, models

FIRST_NAME = "owner"


def mark_owner(apps, schema_editor):
    """The first superuser of the site is its owner; one made since by a restart, and never used, has no rights left.

    A restart made a second superuser once the owner had another name. Its link was printed, so the account is closed.
    """
    User = apps.get_model("accounts", "User")
    owner = User.objects.filter(is_superuser=True).order_by("-is_active", "pk").first()
    if owner is None:
        return
    User.objects.filter(pk=owner.pk).update(is_owner=True)
    unused = User.objects.exclude(pk=owner.pk).filter(
        username=FIRST_NAME, is_superuser=True, last_login=None, password__startswith="!"
    )
    for second in unused:
        second.sign_in_links.filter(used_at__isnull=True).delete()
        second.is_superuser = second.is_staff = second.is_active = False
        second.may_create_tournaments = second.may_keep_games = False
        second.save()


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0002_notices_and_keeping_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_owner",
            field=models.BooleanField(default=False, editable=False, verbose_name="owner of the site"),
        ),
        migrations.RunPython(mark_owner, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_owner", True)), fields=("is_owner",), name="user_one_owner"
            ),
        ),
    ]
