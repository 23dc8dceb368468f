"""What tables of cards call their columns, in Chinese and English: field → headers."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS = {
    "number": (
        "number|no|no.|№|id|card number|card no|card no.|card id|collector number|卡号|编号|卡牌编号|"
        "卡片编号|卡牌号|卡编号|卡牌号码|卡片号码|序号编号|型番|カード番号"
    ),
    "name": "name|card name|title|card|名称|卡名|卡牌名称|卡片名称|卡牌名|卡片名|名字|卡牌|卡片|カード名",
    "name_zh": (
        "name zh|zh name|chinese name|name cn|cn name|chinese|name chinese|中文名|中文名称|中文卡名|"
        "简中名|简中|中文|汉语名|译名"
    ),
    "name_en": "name en|en name|english name|english|name english|英文名|英文名称|英文卡名|英语名|英文",
    "name_ja": ("name ja|name jp|ja name|jp name|japanese name|japanese|日文名|日文名称|日文卡名|日语名|日文|日本語名"),
    "other_names": (
        "other names|other name|aliases|alias|also known as|further names|别名|其他名称|其它名称|"
        "其他卡名|又名|简称|俗称"
    ),
    "codes": "codes|code|further codes|passcode|passcodes|password|卡密|密码|代码|其他编号|八位密码",
    "copy_limit": (
        "copy limit|limit|max copies|own copy limit|copies allowed|最大张数|张数限制|限制张数|投入上限|"
        "上限张数|携带上限|投入张数"
    ),
    "deck_rules": "deck rules|deck rule|构筑规则|构筑条件|套牌规则|卡组规则",
    "printing.code": "printing code|print code|printing|set code|版本编号|版本号|印刷编号|印刷版本|版本",
    "printing.rarity": "printing rarity|rarity|rare|稀有度|罕贵度|罕贵|稀有|等级稀有度",
    "printing.art": "art|artwork|picture|illustration|异画|卡图|卡面|插画|图案",
}

HEADERS: Mapping[str, tuple[str, ...]] = {field: tuple(words.split("|")) for field, words in _WORDS.items()}

ALIKE: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split("|"))
    for words in (
        "关键词|关键字|词条|keyword|keywords|tag|tags",
        "星数|星级|星|star|stars|star level",
        "等级|级别|星级|星数|level|lv|lv.",
        "种类|卡种|类型|卡牌种类|卡片种类|卡牌类型|卡片类型|kind|card type",
        "效果|卡牌效果|卡片效果|效果文本|效果描述|卡牌描述|能力|effect|effect text|card text|text",
        "战力|战斗力|power",
        "攻击力|攻击|atk|attack",
        "守备力|防御力|守备|防御|def|defence|defense",
        "体力|生命力|生命值|生命|血量|hp|life",
        "补给|费用|消耗|cost",
        "属性|attribute|element",
    )
)
"""What tables call the usual attributes, each line one meaning: a pack that has one of the words is meant by all."""

_TRADITIONAL = (
    "號編碼稱關鍵詞條數級別戰屬種類張階擊備費體補給圖標記規則構築簡轉換獸單傳說異畫漢語譯攜帶術觸發態禦區應變"
)
_SIMPLIFIED = "号编码称关键词条数级别战属种类张阶击备费体补给图标记规则构筑简转换兽单传说异画汉语译携带术触发态御区应变"
SIMPLIFIED = str.maketrans(_TRADITIONAL, _SIMPLIFIED)
"""The traditional characters of such headers, by their simplified ones."""
