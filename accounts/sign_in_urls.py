"""Routes of signing in, up and out, and of passwords, as allauth has them.

Addresses are not confirmed or managed here, so allauth's pages for that have no route. Setting a password by mail is
there where mail is sent.
"""

from allauth.account import views
from django.urls import path, re_path

from accounts.views import sign_in, sign_up, where_mail_is_sent

urlpatterns = [
    path("login/", sign_in, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("signup/", sign_up, name="account_signup"),
    path("password/change/", views.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
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
