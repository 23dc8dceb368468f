from bisect import bisect_left

from django.db import migrations


def place_in_divisions(apps, schema_editor):
    """Events whose divisions were paired apart, without a top cut: places among all become places in the division."""
    Tournament = apps.get_model("tournaments", "Tournament")
    Registration = apps.get_model("tournaments", "Registration")
    ended = Tournament.objects.filter(phase="finished", division_mode="apart").exclude(divisions=[])
    for tournament in ended.exclude(rounds__stage="top_cut"):
        codes = [one["code"] for one in tournament.divisions]
        placed = list(
            Registration.objects.filter(tournament=tournament, final_place__isnull=False, team_entry__isnull=True)
        )
        places = {code: [] for code in codes}
        for entry in placed:
            entry.own = entry.division if entry.division in places else codes[-1]
            places[entry.own].append(entry.final_place)
        for own in places.values():
            own.sort()
        for entry in placed:
            entry.final_place = bisect_left(places[entry.own], entry.final_place) + 1
        Registration.objects.bulk_update(placed, ["final_place"], batch_size=250)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0060_repair_of_the_top_cut")]

    operations = [migrations.RunPython(place_in_divisions, migrations.RunPython.noop)]
