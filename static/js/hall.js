// The screen on the wall: shows the views of the moment one after another, long lists page by page.
//
// A list is laid out in columns of the screen's height, so that a page is one screen wide: turning moves it by that.
import { fitList, fitTitle, fitWhole } from "./hall_fit.js";
import { contacted, isKeptCopy, lastContact } from "./hall_kept.js";
import { askForPart, partAsked, share } from "./hall_parts.js";

(() => {
  const ROW_MS = 420; // A page stays as long as its rows are looked over; of many, one looks at those of a letter.
  const MIN_PAGE_MS = 8_000;
  const MAX_PAGE_MS = 12_000;
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
  // To a part of a pixel: what is rounded adds up over many pages.
  const stepOf = (list) => list.getBoundingClientRect().width + (parseFloat(getComputedStyle(list).columnGap) || 0);
  const pagesOf = (list) => (list ? Math.max(1, Math.round((list.scrollWidth + 1) / stepOf(list) + 0.49)) : 1);

  const rowsOn = (list) => {
    const box = list.parentElement.getBoundingClientRect();
    return [...list.children].filter((row) => {
      const at = row.getBoundingClientRect();
      return at.width > 0 && at.left >= box.left - 2 && at.left < box.right - 2;
    });
  };

  const asked = partAsked();
  const chosen = $("[data-hall-share]");
  chosen.value = asked ? `${asked.part}/${asked.parts}` : "";
  chosen.addEventListener("change", () => askForPart(chosen.value));

  // The columns of a list of one page are as long as each other, where they have room. `column-fill: balance` puts the last
  // rows of an even list on another page wherever a row is not a whole number of pixels high.
  const evenOut = (list) => {
    const rows = [...list.children];
    const begin = (isOne) => rows.forEach((row, at) => row.classList.toggle("hall-column", isOne(at)));
    begin(() => false);
    if (rows.length === 0 || pagesOf(list) > 1) return;
    const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
    const columns = Math.round(stepOf(list) / (rows[0].getBoundingClientRect().width + gap));
    const each = Math.ceil(rows.length / columns);
    begin((at) => at > 0 && at % each === 0);
    if (pagesOf(list) > 1) begin(() => false);
  };

  // A list that is new, or on another screen, is laid out: names in the room they have, then the share of this screen. A
  // list of one page is not shared.
  const layOut = (list) => {
    const room = `${innerWidth} ${innerHeight}`;
    if (list.dataset.room === room) return;
    list.dataset.room = room;
    const all = [...list.children];
    share(all, null);
    fitList(list);
    evenOut(list);
    if (asked && pagesOf(list) > 1) share(all, asked);
  };

  // What some rows stand under, from the first to the last: letters of names, or places.
  const headingOf = (row) => row?.dataset.letter ?? row?.querySelector(".hall-table").textContent.trim() ?? "";
  const rangeOf = (rows) => {
    const [first, last] = [headingOf(rows[0]), headingOf(rows.at(-1))];
    return first === last ? first : `${first} – ${last}`;
  };

  const sayPage = (list, pages) => {
    const isPaged = pages > 1;
    const shown = list ? [...list.children].filter((row) => !row.hidden) : [];
    const isShared = list !== null && shown.length < list.children.length;
    $("[data-hall-letters]").textContent = isPaged ? rangeOf(rowsOn(list)) : "";
    $("[data-hall-pages]").textContent = isPaged ? `${page + 1} / ${pages}` : "";
    $("[data-hall-part]").hidden = !isShared;
    if (!isShared) return;
    $("[data-hall-part-name]").textContent = chosen.selectedOptions[0].textContent.trim();
    $("[data-hall-part-letters]").textContent = rangeOf(shown);
  };

  // Beside a clock that becomes wider, as over time, the name of the event has less room.
  const fitName = () => fitTitle($(".hall-title h1"));
  new ResizeObserver(fitName).observe($(".hall-title"));

  // Draws the page of the moment in the room there is; the list on it, and of how many pages that is.
  const draw = () => {
    const all = views();
    if (all.length === 0) return { list: null, pages: 0 };
    view = ((view % all.length) + all.length) % all.length;
    all.forEach((one, at) => (one.hidden = at !== view));
    const list = listOf(all[view]);
    if (list) layOut(list);
    const pages = pagesOf(list);
    page = Math.max(0, Math.min(page, pages - 1));
    if (list) list.style.transform = `translateX(${-page * stepOf(list)}px)`;
    fitName();
    fitWhole(all[view]);
    sayPage(list, pages);
    return { list, pages };
  };

  const show = () => {
    clearTimeout(turning);
    const { list, pages } = draw();
    if (held || views().length * pages < 2) return;
    const time = list ? Math.min(MAX_PAGE_MS, Math.max(MIN_PAGE_MS, rowsOn(list).length * ROW_MS)) : VIEW_MS;
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
      if (listOf(all[view])) layOut(listOf(all[view]));
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
    const note = $("#hall-lost");
    const wasHidden = note.hidden;
    note.hidden = wasReached && lost < LOST_AFTER_MS;
    if (note.hidden !== wasHidden) draw(); // It takes room from the list.
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
    if (event.target.closest("select") || (event.target.closest("button") && event.key === " ")) return;
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
