"""The words of list lines that belong to no game: counts, prices, titles, footers, talk.

Rarities and other remarks are in `remark_words`, headings in `section_words`, those of columns in `column_words`.

All are in simplified characters or lower-case Latin letters: lines are compared in that form. A game's own words (its
sections, its numbers, its Energy symbols) are in its pack.
"""

UNREAD = "unread"
"""A word that, with a colon after it, keeps a line from being read: it is put before what could not be read."""
COUNT_CHARACTERS = "xX×✕✖⨉⨯*∗хХ"
CHINESE_UNITS = ("张牌", "张卡", "枚卡", "张", "枚", "份", "只", "片", "个", "枝", "套")
LATIN_UNITS = ("copies", "copy", "cards", "card", "pcs", "pc", "pieces", "piece", "ea", "each", "qty")
COUNT_PREFIXES = (
    *(
        "一共",
        "总共",
        "合计",
        "共计",
        "共有",
        "共",
        "各",
        "数量",
        "张数",
        "枚数",
        "份数",
        "数目",
        "带",
        "放",
        "要",
        "投入",
    ),
    *("quantity", "qty", "count", "copies", "amount"),
)
PLAYSET = "套"
"""The unit that says nothing about how many."""
FULL, FULL_ART = "full", "art"
"""A word that says as much, unless it is a finish."""
MANY_COPIES = ("能量", "energy")
"""The ends of names behind which more than nine copies are nothing unusual."""
NO_SETS = frozenset(
    (
        *("HP", "LV", "LVL", "PSA", "BGS", "CGC", "CCIC", "NM", "LP", "MP", "EX", "USD", "EUR", "GBP", "RMB", "CNY"),
        *("JPY", "TWD", "NTD", "HKD", "NO", "NR", "QTY", "X"),
    )
)
"""Abbreviations that stand in front of numbers other than a card's: points, grades, states, prices."""
PRICE_CHARACTERS = "¥￥$€£"
PRICE_SUMS = ("一共", "总共", "合计", "共计", "共", "小计", "总价", "单价")
PRICE_UNITS = ("块钱", "元", "块", "圆", "円", "日元", "rmb", "cny", "usd", "jpy", "eur")
TITLE_WORDS = (
    *("卡组名", "卡组名称", "套牌名", "套牌名称", "牌组名", "牌组名称", "标题", "名称", "作者", "玩家", "选手"),
    *("姓名", "昵称", "卡表", "牌表", "卡组码", "卡组代码", "赛事", "比赛", "日期", "时间", "门店", "店铺"),
    *("环境", "赛制", "格式", "来源", "备注", "deck name", "name", "player", "author", "by", "event"),
    *("tournament", "date", "format", "store", "source", "notes", "note", "title", "id", "player id", "decklist"),
    *("deck list", "deck code", "archetype", "created by", "exported"),
)
"""Words before a colon that say something about the list, never a card."""
FOOTER_WORDS = (
    *("电话", "手机", "微信", "微信号", "加微信", "qq群", "qq", "群号", "地址", "淘宝", "闲鱼", "拼多多"),
    *("小程序", "公众号", "客服", "包邮", "运费", "快递", "邮费", "顺丰", "优惠", "折扣", "总价", "合计金额"),
    *(
        "金额",
        "付款",
        "订单",
        "营业时间",
        "扫码",
        "谢谢",
        "感谢",
        "转发",
        "写道",
        "发表于",
        "以上",
        "如下",
        "求指点",
        "欢迎",
    ),
    *("老板", "tel", "phone", "whatsapp", "wechat", "email", "e-mail", "address", "shipping", "order", "invoice"),
    *(
        "subtotal",
        "thanks",
        "thank you",
        "copyright",
        "powered by",
        "prices",
        "tcgplayer",
        "cardmarket",
        "ebay",
        "wrote",
        "record",
        "place",
        "regional",
        "regionals",
        "championship",
        "championships",
    ),
)
"""Words of a line that a shop or a chat group puts around a list; a line with one, and no card, is not a card line."""
TALK = (
    *(
        "我",
        "你",
        "他们",
        "还差",
        "只差",
        "还缺",
        "还要",
        "就够",
        "够了",
        "不够",
        "桌号",
        "座位",
        "夏季",
        "冬季",
        "春季",
        "秋季",
    ),
    *(
        "赛季",
        "比赛",
        "联赛",
        "店赛",
        "杯赛",
        "公开赛",
        "大赛",
        "锦标赛",
        "冠军",
        "亚军",
        "战绩",
        "round",
        "table",
        "season",
    ),
    *("league", "cup", "need", "missing", "players", "standings"),
)
"""Words of a chat or of an event's title; a line with one that names no card may be one with a count in it."""
HARMLESS_WORDS = (
    *(
        "联系",
        "咨询",
        "请",
        "加我",
        "我",
        "好友",
        "群",
        "号",
        "码",
        "私聊",
        "大家",
        "多谢",
        "的",
        "了",
        "啦",
        "哦",
        "哈",
    ),
    *("please", "thx", "thanks", "thank you", "me", "us", "at", "the", "and", "by", "on"),
)
"""Words that, beside those of a footer, say nothing about the cards below."""
PARTING_WORDS = (
    *(
        "缺货",
        "断货",
        "无货",
        "没货",
        "售罄",
        "不发",
        "不带",
        "不要",
        "另",
        "第二",
        "第三",
        "下一",
        "其他",
        "其它",
        "剩",
        "多余",
    ),
    *(
        "赠",
        "凑单",
        "预订",
        "预售",
        "以下",
        "下面",
        "后面",
        "以上",
        "上面",
        "套",
        "another",
        "second",
        "next",
        "other",
        "rest",
    ),
    *("extra", "plus", "sold", "stock", "missing", "skip", "spare", "trade", "deck", "list"),
)
"""Words that are not a sender's name: they say that what follows is something else."""
