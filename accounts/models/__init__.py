from accounts.models.consent import GuardianConsent
from accounts.models.link import SignInLink
from accounts.models.notice import Notice, QuietNotice
from accounts.models.player import Player
from accounts.models.push import PushSubscription, QueuedPush
from accounts.models.token import ApiToken
from accounts.models.user import User

__all__ = [
    "ApiToken",
    "GuardianConsent",
    "Notice",
    "Player",
    "PushSubscription",
    "QueuedPush",
    "QuietNotice",
    "SignInLink",
    "User",
]
