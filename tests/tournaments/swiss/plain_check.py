"""Checks the proof of a round from the JSON of `GET …/rounds/<n>/proof/` alone; shares no code with the site.

`docs/algorithms/pairing.md` has the argument. Players are put in groups: those who stand alone (and the bye) by
themselves, everybody else by score, and by team where there are prices. Every real pair is looked at. What a witness
claims of its brackets (`steps`, `entries`) is not read: the dearest such claim that is true is the least real pair.
"""

from itertools import combinations
from math import gcd
from typing import Any

Levels = tuple[int, ...]
Player = int | None
"""A registration, or the bye."""
Group = tuple[Any, ...]
ALONE = "alone"


class Unproved(AssertionError):
    """The data do not show that no pairing is better."""


def demand(truth: object, *why: object) -> None:
    if not truth:
        raise Unproved(*why)


def check_proof(proof: dict[str, Any]) -> Levels:
    """What the pairs cost, level by level, the least that any pairing can; else raises `Unproved`."""
    demand(proof["witness"], "no witness")
    return _Check(proof["field"], proof["witness"]).run(proof["pairs"], proof["bye"])


class _Check:
    def __init__(self, field: dict[str, Any], witness: dict[str, Any]) -> None:
        self.field, self.witness = field, witness
        self.people = {row[0]: dict(zip(field["columns"], row, strict=True)) for row in field["entrants"]}
        self.lowest = min(person["score"] for person in self.people.values())
        self.apart = {name: set(map(frozenset, field[name])) for name in ("prohibited", "discouraged")}
        self.standing = set(map(frozenset, witness.get("standing", ())))
        self.weights = [int(weight) for weight in witness["levels"]]
        self.is_priced = "prices" in witness
        self.unit = 8 if self.is_priced else 4
        everybody: list[Player] = [*self.people, *([None] if len(self.people) % 2 else [])]
        known = {frozenset(pair): self.levels(*pair) for pair in combinations(everybody, 2)}
        self.real = {pair: levels for pair, levels in known.items() if levels is not None}
        self.members: dict[Group, list[Player]] = {}
        for player in everybody:
            self.members.setdefault(self.group(player), []).append(player)

    def levels(self, one: Player, two: Player) -> Levels | None:
        """Rematches and byes, those beyond the first, score of the bye, squared difference of the scores, discouraged
        (in halves unless there are prices), repeated floats, twice what a repair keeps; `None` where it may not be."""
        if one is None or two is None:
            player = self.people[two if one is None else one]
            return int(player["had_bye"] > 0), max(0, player["had_bye"] - 1), player["score"] - self.lowest, 0, 0, 0, 0
        low, high = sorted((self.people[one], self.people[two]), key=lambda person: person["score"])
        mates, policy = high["team"] is not None and high["team"] == low["team"], self.field["team_policy"]
        names = frozenset((one, two))
        if (mates and policy == "prohibit") or names in self.apart["prohibited"]:
            return None
        times, gap = max(high["met"].count(low["id"]), low["met"].count(high["id"])), high["score"] - low["score"]
        disliked = ((mates and policy == "discourage") or names in self.apart["discouraged"]) * (2 - self.is_priced)
        floats = high["floated_down"] + low["floated_up"] if gap else 0
        return int(times > 0), max(0, times - 1), 0, gap * gap, disliked, floats, -2 * (names in self.standing)

    def group(self, player: Player) -> Group:
        """Best score first when sorted, the bye last."""
        if player is None or player in self.witness.get("alone", ()):
            return (ALONE, player)
        team = self.people[player]["team"]
        name = "" if team is None else self.field["teams"][team]
        return (-self.people[player]["score"], name if name in self.witness.get("teams", ()) else "")

    def packed(self, levels: Levels) -> int:
        return sum(level * weight for level, weight in zip(levels, self.weights, strict=False))

    def run(self, pairs: list[list[int]], bye: int | None) -> Levels:
        seats: list[tuple[Player, ...]] = [*map(tuple, pairs), *([] if bye is None else [(bye, None)])]
        seated = [player for seat in seats for player in seat]
        demand(set(seated) == {player for own in self.members.values() for player in own}, "somebody is missing")
        demand(len(set(seated)) == len(seated), "somebody sits twice")
        demand(all(frozenset(seat) in self.real for seat in seats), "a prohibited pair")
        self.check_weights(len(seats))
        cost = tuple(map(sum, zip(*(self.real[frozenset(seat)] for seat in seats), strict=True)))
        grouped = sorted(group for group in self.members if group[0] != ALONE)
        alone = [(ALONE, player) for player in self.witness.get("alone", ())]
        nobody = [(ALONE, None)] if (ALONE, None) in self.members else []
        charge = self.charge(grouped, nobody)
        odd = [group for group in grouped if len(self.members[group]) % 2]
        ends = [*odd, *nobody] if self.is_priced else [*alone, *nobody, *odd]
        bound = charge + self.least(ends, self.chains())
        kept_alive = sum(len(self.members[group]) for group in grouped) if self.standing else 0
        own = self.unit * self.packed((*cost[:6], cost[6] + kept_alive))
        demand(bound <= own, "a bound above the cost of a pairing")
        demand(own - bound < self.unit or (self.is_priced and self.is_next(bound, cost)), "a gap", bound, own)
        return (*cost[:4], cost[4] // (2 - self.is_priced), *cost[5:])

    def check_weights(self, seats: int) -> None:
        """A level must outweigh whatever two pairings can differ by in the levels below it; only one takes the bye."""
        spans = [max(map(abs, level)) * seats for level in zip(*self.real.values(), strict=True)]
        spans[2] //= seats
        demand(len(self.weights) >= 6 + bool(self.standing), "levels")
        for level, weight in enumerate(self.weights):
            demand(weight > self.packed((*[0] * (level + 1), *spans[level + 1 :])), "a level that is too light", level)

    def charge(self, grouped: list[Group], nobody: list[Group]) -> int:
        """What all pairings cost alike: all prices, or what teams with more than half of their brackets force. Sets the
        `price` of a player by group, and what `leaving` the group adds: half a discouraged pair less where the team is
        such a one and more where it is not; half of the published pair that a repair breaks."""
        self.price = dict.fromkeys(self.members, 0)
        self.leaving: dict[Player, int] = {player: 0 for own in self.members.values() for player in own}
        if self.is_priced:
            self.price |= dict(zip([*grouped, *nobody], map(int, self.witness["prices"]), strict=True))
            return sum(len(self.members[group]) * price for group, price in self.price.items()) * self.unit // 2
        charge = 0
        for group in grouped:
            teams = [self.people[player]["team"] for player in self.members[group] if player is not None]
            crowd = max(set(teams), key=lambda team: (teams.count(team), team is not None))
            if self.standing:
                self.leaving |= dict.fromkeys(self.members[group], self.weights[6])
            elif self.is_charged(-group[0]) and crowd is not None and 2 * teams.count(crowd) > len(teams):
                charge += self.unit * self.weights[4] * (2 * teams.count(crowd) - len(teams))
                for player, team in zip(self.members[group], teams, strict=True):
                    self.leaving[player] = self.weights[4] * (-1 if team == crowd else 1)
        return charge

    def is_charged(self, score: int) -> bool:
        return self.field["team_policy"] == "discourage" and score not in self.witness["flat"]

    def chains(self) -> dict[tuple[Group, Group], int]:
        """The cheapest chain of pairs between any two groups; who stands alone is never inside one."""
        least: dict[tuple[Group, Group], int] = {}
        for pair, levels in self.real.items():
            (one, first), (two, second) = ((player, self.group(player)) for player in pair)
            rest = self.unit * self.packed(levels) - (self.price[first] + self.price[second]) * self.unit // 2
            if first == second:
                demand(rest >= 0 or self.standing, "a pair below its prices", *pair)
                continue
            rest += self.unit * (self.leaving[one] + self.leaving[two])
            demand(rest >= 0 or (not self.is_priced and ALONE in (first[0], second[0])), "a pair for less", *pair)
            for way in ((first, second), (second, first)):
                least[way] = min(rest, least.get(way, rest))
        for through in (group for group in self.members if group[0] != ALONE):
            into = [group for group in self.members if (group, through) in least]
            for first, second in combinations(into, 2):
                chain = least[first, through] + least[through, second]
                for way in ((first, second), (second, first)):
                    least[way] = min(chain, least.get(way, chain))
        return least

    def least(self, ends: list[Group], chains: dict[tuple[Group, Group], int]) -> int:
        """Chains join the ends two and two, and an odd set of ends by less than half of them inside: by the potentials
        no such choice costs less than this."""
        potentials = [int(number) for number in self.witness["potentials"]]
        blossoms = [(set(inside), int(weight)) for inside, weight in self.witness["blossoms"]]
        demand(len(potentials) == len(ends), "a potential for each end")
        demand(all(len(inside) % 2 and weight >= 0 for inside, weight in blossoms), "a blossom")
        for one, two in combinations(range(len(ends)), 2):
            inside = sum(weight for within, weight in blossoms if {one, two} <= within)
            chain = chains.get((ends[one], ends[two]))
            demand(chain is None or potentials[one] + potentials[two] - inside <= chain, "a chain for less", one, two)
        return sum(potentials) - sum(weight * (len(inside) // 2) for inside, weight in blossoms)

    def is_next(self, bound: int, cost: Levels) -> bool:
        """Whether no sum of squared differences lies between: those of scores that are multiples of a step apart differ
        by multiples of two steps squared, as the parity of their number is everybody's."""
        step = gcd(*(person["score"] - self.lowest for person in self.people.values()))
        below = (*cost[:3], max(0, cost[3] - 2 * step * step + 1) if step else 0)
        return not any(cost[4:]) and self.unit * self.packed(below) <= bound
