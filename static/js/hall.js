// The screen on the wall: shows the views of the moment one after another, long lists page by page.
//
// A list is laid out in columns of the screen's height, so that a page is one screen wide: turning is scrolling by that.
import { contacted, isKeptCopy, lastContact } from "./hall_kept.js";

(() => {
  const ROW_MS = 420; // A page stays as long as it takes to look its rows over.
  const MIN_PAGE_MS = 8_000;
  const MAX_PAGE_MS = 16_000;
  const VIEW_MS = 12_000; // A view without pages.
  const TOOLS_MS = 4_000;
  const LOST_AFTER_MS = 50_000; // The server says something at least every 20 seconds.

  const screen_ = document.querySelector("[data-hall-screen]");
  const $ = (selector) => screen_.querySelector(selector);
  const views = () => [...screen_.querySelectorAll("[data-hall-view]")];

  let view = 0;
  let page = 0;
  let moment = "";
  let held = false;
  let turning = null;
  let contactAt = lastContact();
  let wasReached = !isKeptCopy; // The page comes from the server, which is perhaps there no more.

  const listOf = (section) => (section?.hasAttribute("data-hall-turns") ? section.querySelector(".hall-list") : null);
  const stepOf = (list) => list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0);
  const pagesOf = (list) => (list ? Math.max(1, Math.round((list.scrollWidth + 1) / stepOf(list) + 0.49)) : 1);

  const rowsOn = (list) => {
    const box = list.getBoundingClientRect();
    return [...list.children].filter((row) => {
      const at = row.getBoundingClientRect();
      return at.left >= box.left - 2 && at.left < box.right - 2;
    });
  };

  // A name that is too long for its line is written smaller, then on two lines; an opponent's only smaller.
  const MIN_NAME_SHARE = 0.62;
  const MIN_OPPONENT_SHARE = 0.8;
  const fit = (line) => {
    line.classList.remove("hall-two-lines");
    line.style.fontSize = "";
    if (line.scrollWidth <= line.clientWidth + 1) return;
    const size = parseFloat(getComputedStyle(line).fontSize);
    const isOpponent = line.classList.contains("hall-opponent");
    const share = Math.max(
      isOpponent ? MIN_OPPONENT_SHARE : MIN_NAME_SHARE,
      (line.clientWidth / line.scrollWidth) * 0.99,
    );
    line.style.fontSize = `${size * share}px`;
    line.classList.toggle("hall-two-lines", !isOpponent && line.scrollWidth > line.clientWidth + 1);
  };

  // A long announcement is written as large as the screen has room for it.
  const MAX_SHARE = 6.4; // Of the screen's height, in hundredths.
  const MIN_SHARE = 2.2;
  const fitWhole = (section) => {
    const text = section.querySelector("[data-hall-whole]");
    for (let share = MAX_SHARE; text && share >= MIN_SHARE; share -= 0.2) {
      text.style.fontSize = `${share}vh`;
      if (section.scrollHeight <= section.clientHeight) return;
    }
  };

  const show = () => {
    clearTimeout(turning);
    const all = views();
    if (all.length === 0) return;
    view = ((view % all.length) + all.length) % all.length;
    all.forEach((one, at) => (one.hidden = at !== view));
    const list = listOf(all[view]);
    const pages = pagesOf(list);
    page = Math.max(0, Math.min(page, pages - 1));
    let rows = [];
    if (list) {
      list.scrollLeft = page * stepOf(list);
      list.style.scrollBehavior = "auto";
      rows = rowsOn(list);
      rows.forEach((row) => row.querySelectorAll(".hall-name > *").forEach(fit));
    }
    fit($(".hall-title h1"));
    fitWhole(all[view]);
    const letters = rows.map((row) => row.dataset.letter ?? "").filter(Boolean);
    const [first, last] = [letters[0], letters.at(-1)];
    $("[data-hall-letters]").textContent = !first ? "" : first === last ? first : `${first} – ${last}`;
    $("[data-hall-pages]").textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
    screen_.dataset.page = String(page + 1);
    if (held || (all.length === 1 && pages === 1)) return;
    const time = list ? Math.min(MAX_PAGE_MS, Math.max(MIN_PAGE_MS, rows.length * ROW_MS)) : VIEW_MS;
    turning = setTimeout(() => turn(1), time);
  };

  const turn = (by) => {
    const all = views();
    const pages = pagesOf(listOf(all[view]));
    page += by;
    if (page >= pages) [view, page] = [view + 1, 0];
    else if (page < 0) {
      view = (view - 1 + all.length) % all.length;
      views().forEach((one, at) => (one.hidden = at !== view));
      page = pagesOf(listOf(all[view])) - 1;
    }
    show();
  };

  // What is new takes the place of what was there: a new round begins at its first page, a result turns no page.
  const renewed = () => {
    const now = $("#hall-views").dataset.hallMoment;
    if (now !== moment) {
      [view, page] = [0, 0];
      setHeld(false); // A screen that somebody held in the round before would keep half of the hall off the wall.
    }
    moment = now;
    show();
  };

  const contact = (event) => {
    if (event.detail) {
      contactAt = Date.now();
      wasReached = true;
      contacted();
    }
    sayLost();
  };
  const sayLost = () => {
    const lost = Date.now() - contactAt;
    const follows = screen_.dataset.follow !== undefined;
    $("#hall-lost").hidden = wasReached && (!follows || lost < LOST_AFTER_MS);
    // By the server's clock and in the site's zone, as every other time on the wall.
    const since = contactAt + Number(document.documentElement.dataset.ahead ?? 0);
    const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: screen_.dataset.zone };
    $("[data-lost-since]").textContent = new Intl.DateTimeFormat("en", clock).format(since);
    $("[data-lost-minutes]").textContent = String(Math.max(1, Math.round(lost / 60_000)));
  };

  let tools = null;
  const touched = () => {
    screen_.classList.add("hall-touched");
    clearTimeout(tools);
    tools = setTimeout(() => screen_.classList.remove("hall-touched"), TOOLS_MS);
  };

  const setHeld = (now) => {
    held = now;
    $("[data-hall-hold]").setAttribute("aria-pressed", String(held));
    $("[data-hall-held]").hidden = !held;
  };
  const hold = () => {
    setHeld(!held);
    show();
  };
  const fullScreen = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();

  const KEYS = { ArrowRight: () => turn(1), ArrowLeft: () => turn(-1), " ": hold, f: fullScreen };
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("button") && event.key === " ") return;
    KEYS[event.key]?.();
  });
  for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, touched);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-hall-back]")) turn(-1);
    else if (event.target.closest("[data-hall-on]")) turn(1);
    else if (event.target.closest("[data-hall-hold]")) hold();
    else if (event.target.closest("[data-hall-full]")) fullScreen();
  });

  // The screen must not go dark while the hall reads it.
  const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", () => document.hidden || stayAwake());

  // A finished event's page follows nothing that would tell that the server is there again.
  addEventListener("online", () => wasReached || location.reload());
  addEventListener("dueldesk:renewed", renewed);
  addEventListener("dueldesk:contact", contact);
  addEventListener("resize", show);
  addEventListener("dueldesk:ended", show);
  document.addEventListener("DOMContentLoaded", () => {
    stayAwake();
    renewed();
    setInterval(sayLost, 5_000);
  });
})();
