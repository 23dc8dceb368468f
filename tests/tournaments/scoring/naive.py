"""The Magic tiebreakers again, written straight from the Magic Tournament Rules' Appendix C, one entrant at a time.

Shares no code with the scoring core beyond its input records. Slow on purpose: everything is looked up again each time.
"""

from fractions import Fraction

from tournaments.scoring.history import History, MatchResult, ResultKind

Side = tuple[int | None, str, tuple[int, int, int]]  # opponent, "W"/"L"/"D", own games won, lost, drawn


def side(result: MatchResult, me: int) -> Side:
    a, b, d = result.wins1, result.wins2, result.draws
    if me == result.two:
        a, b = b, a
    foe = result.two if me == result.one else result.one
    match result.kind:
        case ResultKind.BYE | ResultKind.AWARDED_BYE:
            return None, "W", (2, 0, 0)
        case ResultKind.MISSED:
            return None, "L", (0, 0, 0)
        case ResultKind.INTENTIONAL_DRAW:
            return foe, "D", (a, b, d)
        case ResultKind.DOUBLE_LOSS:
            return foe, "L", (0, 2, 0)
        case ResultKind.NO_SHOW | ResultKind.MATCH_LOSS:
            return (foe, "W", (2, 0, 0)) if result.winner == me else (foe, "L", (0, 2, 0))
        case ResultKind.JUDGE_AWARD:
            if result.winner is None:
                return foe, "D", (a, b, d)
            if a + b + d:
                return foe, "W" if result.winner == me else "L", (a, b, d)
            return (foe, "W", (2, 0, 0)) if result.winner == me else (foe, "L", (0, 2, 0))
    return foe, "W" if a > b else "L" if a < b else "D", (a, b, d)


def sides(history: History, me: int) -> list[Side]:
    return [side(result, me) for result in history.results if me in (result.one, result.two)]


def points(history: History, me: int) -> int:
    worth = {"W": history.points.win, "D": history.points.draw, "L": history.points.loss}
    return sum(worth[letter] for _, letter, _ in sides(history, me))


def match_win(history: History, me: int, floor: Fraction) -> Fraction:
    rounds = len(sides(history, me))
    return max(floor, Fraction(points(history, me), history.points.win * rounds)) if rounds else floor


def game_win(history: History, me: int, floor: Fraction) -> Fraction:
    won = sum(3 * games[0] + games[2] for _, _, games in sides(history, me))
    played = sum(sum(games) for _, _, games in sides(history, me))
    return max(floor, Fraction(won, 3 * played)) if played else floor


def opponents(history: History, me: int) -> list[int]:
    return [foe for foe, _, _ in sides(history, me) if foe is not None]


def mean(values: list[Fraction], floor: Fraction) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else floor


def table(history: History, floor: Fraction) -> dict[int, tuple[int, int, Fraction, Fraction, Fraction]]:
    """Rank, points, OMW, GW, OGW of every ranked entrant."""
    rows = {
        entrant.id: (
            points(history, entrant.id),
            mean([match_win(history, foe, floor) for foe in opponents(history, entrant.id)], floor),
            game_win(history, entrant.id, floor),
            mean([game_win(history, foe, floor) for foe in opponents(history, entrant.id)], floor),
        )
        for entrant in history.entrants
        if entrant.ranked
    }
    return {me: (1 + sum(other > row for other in rows.values()), *row) for me, row in rows.items()}
