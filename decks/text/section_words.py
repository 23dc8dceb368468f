"""The words that head a part of a list in any game, and what people say around them.

All are in simplified characters or lower-case Latin letters: lines are compared in that form. A game's own words for
its sections are in its pack.
"""

MAIN_SECTIONS = (
    *("主卡组", "主牌组", "主套牌", "主牌", "卡组", "套牌", "牌组", "牌库", "正卡组", "卡组列表", "套牌列表"),
    *("卡组清单", "main", "main deck", "maindeck", "mainboard", "deck", "decklist", "mb", "md"),
)
"""Headings of a game's first section, besides those in its pack."""
SIDE_SECTIONS = (
    *("备牌", "副卡组", "副牌组", "副牌", "备用牌", "备用卡牌", "备用卡", "换牌", "边牌", "备卡组", "side"),
    *("side deck", "sidedeck", "sideboard", "sb", "sideboards", "side board", "sideboard cards", "side cards"),
    *("备", "副", "边", "副卡", "换备", "后备", "备用", "替换", "备用卡组", "备用套牌", "备用牌组", "副套牌", "边卡"),
    *("reserve", "reserves"),
)
"""Headings of a side deck. In a game that has none, what follows is listed apart, not in the deck."""
OUTSIDE_SECTIONS = (
    *("衍生物", "指示物", "替补", "待选", "备选", "考虑中", "候选", "可替换", "想要", "求购", "maybeboard"),
    *("maybe", "considering", "tokens", "token", "wishlist", "wants"),
    *(
        "不要",
        "不要的",
        "不带",
        "不带的",
        "不上",
        "不用的",
        "没用的",
        "删掉",
        "删掉的",
        "删除",
        "去掉",
        "去掉的",
        "拿掉",
    ),
    *("拿掉的", "换掉", "换掉的", "换下", "还没买", "还没买的", "没买", "没买的", "cut", "cuts", "out", "not played"),
    *("not in deck", "removed"),
)
"""Headings of what is in nobody's deck."""
LEADERS = (
    *("统帅", "主帅", "队长", "领队", "领袖", "首领", "主将", "指挥官", "王牌"),
    *("commander", "leader", "captain", "general"),
)
"""Headings of the card that leads a deck in some games; in one that has no such section they may be a title."""
KINDS_OF_CARDS = (
    *(
        "怪兽",
        "怪物",
        "英雄",
        "奥特曼",
        "魔法",
        "陷阱",
        "角色",
        "事件",
        "单位",
        "法术",
        "场景",
        "场地",
        "装备",
        "支援",
        "道具",
    ),
    *(
        "物品",
        "能量",
        "训练家",
        "宝可梦",
        "战术",
        "指令",
        "monsters",
        "spells",
        "traps",
        "units",
        "characters",
        "events",
    ),
    *("heroes", "items", "supporters", "stadiums"),
)
"""Headings within a section that say of what kind the cards below are, wherever the game does not head so itself."""
HEADING_ASIDES = (
    *(
        "列表",
        "清单",
        "明细",
        "如下所示",
        "如下",
        "见下",
        "以下是",
        "以下为",
        "以下",
        "下面是",
        "下面",
        "这是",
        "这些是",
        "这里是",
    ),
    *(
        "我的",
        "我带的",
        "还有",
        "然后是",
        "然后",
        "接下来是",
        "谢谢老板",
        "谢谢大家",
        "谢谢",
        "感谢",
        "多谢",
        "老板",
        "大家",
        "求指点",
    ),
    *("list", "below", "as follows", "following", "here is", "here's", "this is", "my", "the", "and", "then", "now"),
    *("thanks", "thank you", "please", "thx", "lol", "haha", "hi", "hello", "hey", "guys", "everyone", "all", "bro"),
)
"""What people say around the name of a section where they head it: `备牌如下`, `Here is my sideboard, thanks`."""
