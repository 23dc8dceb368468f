"""What players are penalised for in a game, and where a judge usually starts: as a pack declares it, or a neutral list.

The neutral list is a small set after the public Magic Infraction Procedure Guide, whose sections it cites. The penalty
is always the judge's own decision.
"""

from dataclasses import dataclass

from cardpool.packs.names import Names

CAUTION, WARNING, GAME_LOSS, MATCH_LOSS, DISQUALIFICATION = PENALTY_LEVELS = (
    "caution",
    "warning",
    "game_loss",
    "match_loss",
    "disqualification",
)
"""Penalties from the lightest to the most severe."""


@dataclass(frozen=True)
class Infraction:
    """One kind of infraction: its starting penalty, and where a rule document says so (empty: nowhere).

    `repeat` has the penalties for the second time in an event, the third and so on, the last for every further time;
    empty: the starting penalty again; None: the next one on the ladder each time. `wrong_size` is the starting penalty
    where a deck check counted a wrong number of cards, empty where that makes no difference.
    """

    key: str
    names: Names
    level: str
    clause: str = ""
    repeat: tuple[str, ...] | None = None
    wrong_size: str = ""


OTHER = Infraction("other", Names("其他", "Something else"), CAUTION)
"""What every list ends with, unless it names an infraction of this key itself."""

NEUTRAL_INFRACTIONS = (
    Infraction("deck_problem", Names("套牌不符", "Deck problem"), WARNING, "IPG 3.5", wrong_size=GAME_LOSS),
    Infraction("decklist_problem", Names("套牌登记错误", "Decklist problem"), GAME_LOSS, "IPG 3.4"),
    Infraction("marked_cards", Names("卡牌有记号", "Marked cards"), WARNING, "IPG 3.8"),
    Infraction("insufficient_shuffling", Names("洗牌不足", "Insufficient shuffling"), WARNING, "IPG 3.9"),
    Infraction("tardiness", Names("迟到", "Tardiness"), GAME_LOSS, "IPG 3.1"),
    Infraction("slow_play", Names("拖慢节奏", "Slow play"), WARNING, "IPG 3.3"),
    Infraction("outside_assistance", Names("场外协助", "Outside assistance"), MATCH_LOSS, "IPG 3.2"),
    Infraction("communication", Names("虚报或隐瞒信息", "Wrong or hidden information"), WARNING, "IPG 3.7"),
    Infraction("game_rule", Names("违反游戏规则", "Game rule violation"), WARNING, "IPG 2.5"),
    Infraction("unsporting_minor", Names("举止不当（轻微）", "Unsporting conduct, minor"), WARNING, "IPG 4.1"),
    Infraction("unsporting_major", Names("举止不当（严重）", "Unsporting conduct, major"), MATCH_LOSS, "IPG 4.2"),
    Infraction(
        "improper_winner", Names("以不当方式决定胜负", "Improperly determining a winner"), DISQUALIFICATION, "IPG 4.3"
    ),
    Infraction("bribery", Names("贿赂或赌博", "Bribery and wagering"), DISQUALIFICATION, "IPG 4.4"),
    Infraction("aggressive_behaviour", Names("攻击性行为", "Aggressive behaviour"), DISQUALIFICATION, "IPG 4.5"),
    Infraction("stalling", Names("故意拖延", "Stalling"), DISQUALIFICATION, "IPG 4.7"),
    Infraction("cheating", Names("作弊", "Cheating"), DISQUALIFICATION, "IPG 4.8"),
    OTHER,
)
"""What a game without a list of its own has, in the order a form offers them."""
