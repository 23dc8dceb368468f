"""Why the players of a pod sit together, in sentences that a child reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.models import Registration
from tournaments.queries.pod_reasons import PodReasons


def say_pod_reasons(found: PodReasons, names: Mapping[int, str]) -> list[str]:
    """The sentences behind one pod, the first thing first; `names` are as the reader may see them."""
    said = [_by_points(found, names), *_meetings(found, names), _size(found), _turns(found, names)]
    said += [_decided(names[one], names[two], reason) for one, two, reason in found.decided]
    if found.is_exchanged:
        said.append(_("Staff changed places by hand after the draw. The list of changes is on the page of the round."))
    if found.is_reseated:
        said.append(_("An earlier result was corrected after the round was published, so some players moved."))
    return [sentence for sentence in said if sentence]


def say_final_reasons(players: Sequence[Registration], names: Mapping[int, str]) -> list[str]:
    """The sentences behind a final pod, whose players are in the order of turns."""
    each = [_("%(name)s, seed %(seed)s") % {"name": names[one.pk], "seed": one.seed} for one in players]
    return [
        _("The seeds follow from the standings after the Swiss rounds: %(each)s.") % {"each": _("; ").join(each)},
        _("The better seed has the earlier turn, and wins where the first place is shared."),
    ]


def _by_points(found: PodReasons, names: Mapping[int, str]) -> str:
    if found.is_first:
        return _("It is the first round: everybody starts level, so who sits together was drawn by lot.")
    if not found.points:
        return ""
    if found.is_level:
        points = next(iter(found.points.values()))
        return _("All at this table had the same number of points before the round: %(points)s.") % {"points": points}
    each = [
        _("%(name)s %(points)s") % {"name": names[key], "points": found.points[key]}
        for key in sorted(found.points, key=lambda key: -found.points[key])
    ]
    return _("Players with about the same number of points sit together. Before the round: %(each)s.") % {
        "each": _(", ").join(each)
    }


def _meetings(found: PodReasons, names: Mapping[int, str]) -> list[str]:
    if found.is_first:
        return []
    if not found.met:
        return [_("Nobody at this table had sat with one of the others before.")]
    return [
        _("%(one)s and %(two)s have sat together before: no way around it was found.")
        % {"one": names[one], "two": names[two]}
        for one, two in found.met
    ]


def _decided(one: str, two: str, reason: str) -> str:
    words = {"one": one, "two": two, "reason": reason}
    if not reason:
        return _("The organiser decided that %(one)s and %(two)s sit together.") % words
    return _("The organiser decided that %(one)s and %(two)s sit together: %(reason)s") % words


def _size(found: PodReasons) -> str:
    if not found.is_short:
        return ""
    if found.is_first:
        return _("%(count)s players do not divide into tables of four, so some tables have three.") % {
            "count": found.of
        }
    return _(
        "%(count)s players do not divide into tables of four, so some tables have three. "
        "Who has been at such a table the fewest times is next."
    ) % {"count": found.of}


def _turns(found: PodReasons, names: Mapping[int, str]) -> str:
    first = names[found.players[0]] if found.players else ""
    if found.is_first or len(set(found.earlier.values())) <= 1:
        return _("%(name)s starts: the order of turns was drawn by lot.") % {"name": first}
    return _("%(name)s starts. Who was early in the order of turns in earlier rounds is late now.") % {"name": first}
