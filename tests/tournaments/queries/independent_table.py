"""The Swiss table computed a second time, straight from the rows, by the text of the Magic Tournament Rules.

Written without the scoring core: match points 3/1/0, then OMW, GW, OGW with a floor of 0.33 (MTR Appendix C).
"""

from fractions import Fraction

from tournaments.models import Bye, Match, MissedRound, Registration

FLOOR = Fraction(33, 100)


def independent_table(tournament, after_round):
    """Rows (rank, entrant, points, (won, lost, drawn), OMW, GW, OGW) in order, without the disqualified."""
    lines = {}
    where = {"round__tournament": tournament, "round__stage": "swiss", "round__number__lte": after_round}
    for match in Match.objects.filter(**where, is_complete=True):
        for seat, me, other in ((1, match.player1_id, match.player2_id), (2, match.player2_id, match.player1_id)):
            lines.setdefault(me, []).append((other, *one_side(match, seat, tournament.best_of // 2 + 1)))
    for bye in Bye.objects.filter(**where):
        won = tournament.best_of // 2 + 1
        lines.setdefault(bye.registration_id, []).append((None, 3, won, 0, 0))
    for missed in MissedRound.objects.filter(**where):
        lines.setdefault(missed.registration_id, []).append((None, 0, 0, 0, 0))
    unranked = set()
    for entry in Registration.objects.filter(tournament=tournament).exclude(status__in=["withdrawn", "waitlisted"]):
        if entry.status == "disqualified" and entry.status_round <= after_round:
            unranked.add(entry.pk)
        elif entry.status == "active" or entry.status_round:
            lines.setdefault(entry.pk, [])
    ranked = set(lines) - unranked
    keyed = sorted(((key_of(person, lines), person) for person in ranked), key=lambda row: [-x for x in row[0]])
    table = []
    for place, (key, person) in enumerate(keyed, start=1):
        shared = table[-1][0] if table and keyed[place - 2][0] == key else place
        points, omw, gw, ogw = key
        table.append((shared, person, points, record(lines[person]), omw, gw, ogw))
    return sorted(table, key=lambda row: (row[0], row[1]))


def one_side(match, seat, needed):
    """(match points, games won, lost, drawn) of one player."""
    games = list(match.games.all())
    won = sum(game.winner_seat == seat for game in games)
    lost = sum(game.winner_seat == 3 - seat for game in games)
    drawn = sum(game.is_draw for game in games)
    if match.outcome in ("no_show", "match_loss"):
        return (3, needed, 0, 0) if match.winner_seat == seat else (0, 0, needed, 0)
    if match.outcome == "double_loss":
        return 0, 0, needed, 0
    if match.outcome == "intentional_draw":
        return 1, won, lost, drawn
    if match.outcome == "judge_award":
        if match.winner_seat is None:
            return 1, won, lost, drawn
        mine = match.winner_seat == seat
        if not games:
            return (3, needed, 0, 0) if mine else (0, 0, needed, 0)
        return (3 if mine else 0), won, lost, drawn
    return (3 if won > lost else 1 if won == lost else 0), won, lost, drawn


def record(rounds):
    points = [line[1] for line in rounds]
    return points.count(3), points.count(0), points.count(1)


def match_win(rounds):
    if not rounds:
        return FLOOR
    return max(FLOOR, Fraction(sum(line[1] for line in rounds), 3 * len(rounds)))


def game_win(rounds):
    games = sum(sum(line[2:]) for line in rounds)
    if not games:
        return FLOOR
    return max(FLOOR, Fraction(sum(3 * line[2] + line[4] for line in rounds), 3 * games))


def key_of(person, lines):
    opponents = [line[0] for line in lines[person] if line[0] is not None]

    def mean(rate):
        return (
            sum((rate(lines[opponent]) for opponent in opponents), Fraction(0)) / len(opponents) if opponents else FLOOR
        )

    return sum(line[1] for line in lines[person]), mean(match_win), game_win(lines[person]), mean(game_win)
