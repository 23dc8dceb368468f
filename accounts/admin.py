"""Accounts and players for support staff, and the read-only page that the higher apps build on.

What a service decides is shown here and not changed here: names and rights can be corrected, histories only read.
"""

from __future__ import annotations

from typing import Any

from allauth.mfa.admin import Authenticator
from allauth.socialaccount.admin import SocialAccount, SocialApp, SocialToken
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.addresses import address_to_share
from accounts.admin_labels import label_fields, name_model
from accounts.consents import require_consent, year_for_consent
from accounts.models import ApiToken, GuardianConsent, Player, PushSubscription, User
from accounts.refusals import NotAllowed, Refusal
from accounts.services import issue_sign_in_link
from accounts.wording import say_refusal

admin.site.site_header = _("DuelDesk support")
admin.site.site_title = _("DuelDesk support")
admin.site.index_title = _("Look things up")
label_fields(ApiToken, GuardianConsent, Player, Authenticator, SocialAccount)
name_model(Authenticator, _("passkey"), _("passkeys"))


RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that are read-only: histories, and what only services may change."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """Inline rows that are read-only."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Accounts. One that is no longer wanted is made inactive: histories name it, so it is never deleted."""

    list_display = (
        "username",
        "first_name",
        "last_name",
        "is_active",
        "may_create_tournaments",
        "is_staff",
        "last_login",
    )
    list_filter = ("is_active", "may_create_tournaments", "is_staff", "is_superuser")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("DuelDesk"), {"fields": ("language", "may_create_tournaments", "may_manage_games")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Support staff edit accounts, but not a superuser's: with its password they would become one."""
        may_touch = obj is None or not obj.is_superuser or request.user.is_superuser
        return may_touch and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only a superuser grants rights in the admin."""
        return () if request.user.is_superuser else RIGHTS

    def get_urls(self) -> list[URLPattern]:
        link = path("<int:user_id>/sign-in-link/", self.admin_site.admin_view(self.sign_in_link), name="sign_in_link")
        return [link, *super().get_urls()]

    @method_decorator([never_cache, require_http_methods(["GET", "HEAD", "POST"])])
    def sign_in_link(self, request: HttpRequest, user_id: int) -> HttpResponse:
        """Ask, then show a one-time link for an account whose password was forgotten: once, to a superuser alone."""
        user = get_object_or_404(User, pk=user_id)
        facts: dict[str, Any] = {**self.admin_site.each_context(request), "account": user, "opts": self.opts}
        if not request.user.is_superuser:
            raise PermissionDenied
        if request.method == "POST":
            try:
                secret_path = issue_sign_in_link(actor=request.actor, user=user)
            except NotAllowed as refusal:
                raise PermissionDenied from refusal
            except Refusal as refusal:
                facts["refused"] = say_refusal(refusal)
            else:
                facts["link"] = address_to_share(request, secret_path)
                self.log_change(request, user, gettext("One-time sign-in link issued."))
        return render(request, "admin/accounts/user/sign_in_link.html", facts)


class PlayerAdminForm(forms.ModelForm):
    """What support corrects of a player."""

    def clean(self) -> dict[str, Any]:
        """An age that says that the player may be under 14 takes a guardian's consent that is on record."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if {"birth_year", "age_group"}.isdisjoint(self.changed_data) or self.errors:
            return cleaned
        year = year_for_consent(cleaned["birth_year"], cleaned["age_group"])
        try:
            require_consent([(self.instance, year)], None)
        except Refusal:
            field = "birth_year" if "birth_year" in self.changed_data else "age_group"
            self.add_error(
                field, gettext("The player may be under 14: enter the age at the desk, with the guardian's consent.")
            )
        return cleaned


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Players. Names and birth years can be corrected; personal links are issued at the desk."""

    list_display = ("name", "user", "birth_year", "is_demo", "created_at")
    list_filter = ("is_demo",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    fields = ("name", "birth_year", "age_group", "user", "is_demo", "created_at")
    readonly_fields = ("user", "is_demo", "created_at")
    show_full_result_count = False
    form = PlayerAdminForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """A player whose data was erased gets no name again."""
        return (obj is None or obj.erased_at is None) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(GuardianConsent)
class GuardianConsentAdmin(ReadOnlyAdmin):
    """Consents of guardians, for players under 14."""

    list_display = ("player", "given_by", "how", "wording", "given_at", "entered_by")
    list_filter = ("how", "wording")
    list_select_related = ("player",)
    search_fields = ("player__name", "entered_by")


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class PasskeyAdmin(ReadOnlyAdmin):
    """Passkeys, without their keys; their owner names and removes them on the account's page."""

    list_display = ("user", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "created_at", "last_used_at")


for table in (SocialAccount, SocialApp, SocialToken):
    admin.site.unregister(table)


@admin.register(SocialAccount)
class WechatAdmin(ReadOnlyAdmin):
    """Which WeChat signs in to which account; its owner unties it on the account's page. Keys are settings."""

    list_display = ("user", "provider", "date_joined", "last_login")
    list_select_related = ("user",)
    search_fields = ("user__username", "uid")
    fields = ("user", "provider", "uid", "date_joined", "last_login")


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnlyAdmin):
    """Phones that show players' notices; a player ends one on their own page."""

    list_display = ("player", "language", "created_at")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    fields = ("player", "language", "created_at")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """Personal tokens by their first characters; a token's owner ends it on their own page."""

    list_display = ("name", "prefix", "user", "created_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("name", "prefix", "user__username")
    fields = ("user", "name", "prefix", "created_at", "last_used_at", "revoked_at")
