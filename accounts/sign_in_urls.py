"""Routes of signing in, up and out, of passwords, addresses and passkeys, as allauth has them.

What sends a mail is there where mail is sent.
"""

from allauth.account import views
from django.urls import path, re_path

from accounts import proving_views, sign_in_views, wechat_views
from accounts.proving import proved_again
from accounts.sign_in_views import where_mail_is_sent
from accounts.views import sign_out

urlpatterns = [
    path("login/", sign_in_views.sign_in, name="account_login"),
    path("login/code/", sign_in_views.request_code, name="account_request_login_code"),
    path("login/code/confirm/", sign_in_views.confirm_code, name="account_confirm_login_code"),
    path("login/passkey/", sign_in_views.sign_in_by_passkey, name="mfa_login_webauthn"),
    path("wechat/", wechat_views.begin, name="weixin_login"),
    path("wechat/callback/", wechat_views.finish, name="weixin_callback"),
    path("wechat/signup/", wechat_views.sign_up, name="socialaccount_signup"),
    path("wechat/failed/", wechat_views.failed, name="socialaccount_login_error"),
    path("wechat/cancelled/", wechat_views.failed, name="socialaccount_login_cancelled"),
    path("wechat/<int:wechat_id>/untie/", wechat_views.untie, name="wechat_untie"),
    path("logout/", sign_out, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("signup/", sign_in_views.sign_up, name="account_signup"),
    path("reauthenticate/", views.reauthenticate, name="account_reauthenticate"),
    path("reauthenticate/passkey/", sign_in_views.prove_by_passkey, name="mfa_reauthenticate_webauthn"),
    path("reauthenticate/code/", proving_views.prove_by_code, name="prove_by_code"),
    path("reauthenticate/wechat/", proving_views.prove_by_wechat, name="prove_by_wechat"),
    path("passkeys/add/", sign_in_views.add_passkey, name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/name/", sign_in_views.name_passkey, name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove/", sign_in_views.remove_passkey, name="mfa_remove_webauthn"),
    path("email/", where_mail_is_sent(proved_again(views.email, on_get=False)), name="account_email"),
    path(
        "confirm-email/",
        where_mail_is_sent(views.email_verification_sent),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        where_mail_is_sent(views.confirm_email),
        name="account_confirm_email",
    ),
    path("password/change/", views.password_change, name="account_change_password"),
    path("password/set/", sign_in_views.set_password, name="account_set_password"),
    path("password/reset/", where_mail_is_sent(views.password_reset), name="account_reset_password"),
    path("password/reset/done/", where_mail_is_sent(views.password_reset_done), name="account_reset_password_done"),
    path(
        "password/reset/key/done/",
        where_mail_is_sent(views.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        where_mail_is_sent(views.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
]
