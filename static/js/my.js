// A player's own page follows every event that its players are in: each card by itself, several children on one phone.
//
// After each news of an event that is not about other tables alone, the page looks into a document that everybody
// shares, of a hundred entries, whether their own entries stand otherwise (`data-stand`). If they do, the table and the
// opponent come out of what everybody may read, and the page itself, which is private, a moment later. What somebody has
// begun to fill in stays as it is until they send it, or ask for the news.
import {
  FIRST_SPREAD,
  LAGGING_TRIES,
  LATER_SPREAD,
  OWN_NEWS_SPREAD,
  OWN_ROW_SPREAD,
  OWN_SELDOM_MS,
  OWN_SPREAD,
  OWN_PUSHED_SPREAD,
  QUIET_MS,
  SPREAD,
  backOff,
  fetchOfEverybody,
  follow,
  planned,
  spread,
  version,
} from "./following.js";
import { pushSeat } from "./pushed.js";
import { pushNews } from "./pushed_news.js";
import { formsAnswered, gist, isBusy, isHeld, keep, put, renew, say, show } from "./regions.js";

const PAGE = "#my-entries";
const STREAM = "/my/live/stream";

const [ROUND, OWN] = [0, 2]; // Parts of a `data-stand`; between them what everybody is pushed.

const cardsOf = (code) => [...document.querySelectorAll(`[data-event="${code}"]`)];
const followed = new Map(); // The events of the cards, by code.

// --- Saying what is new ---

// What each card says of its table; a finished table says what it said before.
const wordsOfCards = () =>
  new Map(
    [...document.querySelectorAll("[data-entry]")].map((card) => [
      card.dataset.entry,
      card.querySelector("[data-said]")?.dataset.said ?? "",
    ]),
  );

let saidOfCards = wordsOfCards();

// Says each card's news once, whether it came out of what everybody reads or with the private page.
const sayNews = () => {
  const words = wordsOfCards();
  say(
    [...words]
      .filter(([entry, one]) => one && one !== saidOfCards.get(entry))
      .map(([, one]) => one)
      .join("\n"),
  );
  saidOfCards = words;
};

// --- Putting the private page in its place ---

const regionsOf = (root) => [...root.querySelectorAll("[data-live]")];
const named = (root, id) => root.querySelector(`#${CSS.escape(id)}`);

const swap = (fresh) => {
  const root = document.querySelector(PAGE);
  const outline = (one) => regionsOf(one).map((region) => region.id);
  if (String(outline(root)) === String(outline(fresh))) {
    for (const region of regionsOf(root)) renew(region, named(fresh, region.id));
    for (const card of root.querySelectorAll("[data-entry]")) {
      const next = named(fresh, card.id);
      if (next) Object.assign(card.dataset, next.dataset);
    }
    return;
  }
  const focused = document.activeElement;
  const held = regionsOf(root).filter(isHeld);
  const news = new Map();
  for (const region of held) {
    const next = named(fresh, region.id);
    const card = named(fresh, region.closest("[data-entry]")?.id ?? "");
    news.set(region, next && gist(next) !== gist(region) ? next : null);
    if (next) next.replaceWith(region);
    else (card ?? fresh).prepend(region);
  }
  put(root, fresh);
  htmx.process(fresh);
  for (const region of held) if (news.get(region) || !regionsOf(fresh).includes(region)) keep(region, news.get(region));
  if (focused !== document.activeElement && held.some((region) => region.contains(focused))) focused.focus();
};

let ownAt = Date.now();
let ownFailures = 0;

const renewOwn = async () => {
  ownAt = Date.now();
  const before = formsAnswered();
  const address = new URL(location.pathname, location.href);
  address.searchParams.set("bar", document.querySelector("[data-bar]")?.dataset.bar ?? "");
  try {
    const answer = await fetch(address, {
      credentials: "same-origin",
      cache: "no-store",
      headers: { "HX-Request": "true" },
    });
    if (answer.status >= 400 && answer.status < 500) return;
    if (!answer.ok) throw new Error(String(answer.status));
    const text = new DOMParser().parseFromString(await answer.text(), "text/html");
    ownFailures = 0;
    if (formsAnswered() !== before) return ownDue(spread(OWN_ROW_SPREAD, 0)); // It may not know of that form yet.
    const fresh = text.querySelector(PAGE);
    if (!fresh) return location.reload(); // Nobody is on this phone any more.
    const [bar, newBar] = [document.querySelector(".topnav"), text.querySelector(".topnav")];
    if (bar && newBar) put(bar, document.importNode(newBar, true));
    swap(document.importNode(fresh, true));
    sayNews();
    followAll();
    for (const event of followed.values()) event.renewed();
    if (regionsOf(document).some(isBusy)) ownDue(1_000);
    dispatchEvent(new Event("dueldesk:renewed"));
  } catch {
    ownFailures += 1;
    ownDue(backOff(ownFailures));
  }
};

const ownDue = planned(renewOwn); // The one request for the private page that is due.

// --- Following each event ---

const eventOf = (code) => {
  let shown = cardsOf(code)[0].dataset.mark;
  let newest = shown;
  let lookedAt = -Infinity;
  let hall = 0;
  let pushed = -1; // The version with which this phone was pushed its tables, or what concerns everybody.
  let news = null; // The newest that was pushed of what concerns everybody.

  const fetchSeats = async (kind) => {
    const sections = new Set(cardsOf(code).map((card) => card.dataset.section));
    const found = await Promise.all(
      [...sections].map(async (section) => {
        const answer = await fetchOfEverybody(`/t/${code}/seats/${kind}/${section}/`, newest);
        if (answer.status >= 400 && answer.status < 500) return [];
        if (!answer.ok) throw new Error(String(answer.status));
        return [new DOMParser().parseFromString(await answer.text(), "text/html")];
      }),
    );
    return found.flat();
  };
  const seatIn = (documents, card) =>
    documents.map((one) => one.querySelector(`[data-seat="${card.dataset.entry}"]`)).find(Boolean);
  const oldest = (documents) =>
    documents.map((one) => one.querySelector("[data-mark]").dataset.mark).sort((a, b) => version(a) - version(b))[0];

  const showNews = () => {
    const cards = cardsOf(code);
    if (news && cards.length) pushNews(news, cards, { address: `/t/${code}/`, title: cards[0].dataset.title });
  };

  const showSeats = async (cards) => {
    const seats = await fetchSeats("my");
    for (const card of cards) {
      const [old, fresh] = [card.querySelector("[data-seat]"), seatIn(seats, card)];
      if (!old || !fresh || gist(old) === gist(fresh)) continue;
      const next = old.cloneNode(false);
      next.append(...[...fresh.childNodes].map((one) => document.importNode(one, true)));
      next.querySelector(".my-match")?.classList.add("changed");
      show(old, next);
    }
    if (news && seats.length && version(news.mark) >= version(oldest(seats))) showNews();
    sayNews();
    dispatchEvent(new Event("dueldesk:renewed"));
  };

  const look = async (tries) => {
    lookedAt = Date.now();
    const wanted = newest;
    try {
      const stands = await fetchSeats("stand");
      shown = stands.length ? oldest(stands) : wanted;
      hall = Number(stands[0]?.querySelector("[data-hall]")?.dataset.hall) || hall;
      const standOf = (card) => seatIn(stands, card)?.dataset.stand ?? "";
      const moved = cardsOf(code).filter((card) => standOf(card) !== card.dataset.stand);
      const isOther = (part) =>
        moved.some((card) => standOf(card).split(".")[part] !== card.dataset.stand.split(".")[part]);
      const soon = isOther(ROUND) ? OWN_SPREAD : isOther(OWN) ? OWN_ROW_SPREAD : OWN_PUSHED_SPREAD;
      if (moved.length) ownDue(spread(soon, hall));
      else if (cardsOf(code).some((card) => card.hasAttribute("data-coming")))
        ownDue(OWN_SELDOM_MS * (1 + Math.random()));
      if (moved.length) await showSeats(moved);
      if (version(shown) < version(wanted) && tries < LAGGING_TRIES) due(400 + Math.random() * 800, tries + 1);
    } catch {
      if (tries < LAGGING_TRIES) due(backOff(tries), tries + 1);
    }
  };

  const due = planned(look);

  // News about the tables of others changes nothing here: should news of one's own have been lost, a look now and then
  // finds it. What was pushed is here, and the rest can wait.
  const heard = (mark, isOfOthers = false, phones = 0) => {
    if (!mark || mark === shown || cardsOf(code).length === 0) return;
    newest = mark;
    hall = Math.max(hall, phones);
    if (isOfOthers) return due(OWN_SELDOM_MS * (1 + Math.random()), 0, true);
    if (version(mark) === pushed) return due(spread(LATER_SPREAD, hall), 0, true);
    due(spread(Date.now() - lookedAt > QUIET_MS ? FIRST_SPREAD : SPREAD, hall));
  };

  const heardSeat = (seat) => {
    const card = cardsOf(code).find((one) => one.dataset.entry === String(seat.entry));
    const place = card?.querySelector("[data-seat], [data-seat-to-come]");
    if (!place) return;
    hall = Math.max(hall, seat.phones);
    pushed = version(seat.mark);
    if (!pushSeat(seat, place, `/t/${code}/`, `${card.dataset.title} · `)) return;
    saidOfCards = wordsOfCards();
    showNews();
  };

  const heardNews = (heard) => {
    if (version(heard.mark) < version(shown)) return;
    news = heard;
    pushed = version(news.mark);
    showNews();
  };

  // What is about this phone's own entries is in the private page, which shows how the entries stand then.
  const heardOwn = (mark) => {
    if (version(mark) > version(newest)) newest = mark;
    if (cardsOf(code).length) ownDue(spread(OWN_NEWS_SPREAD, 0));
  };

  const missed = () => cardsOf(code).length && ownDue(spread(OWN_SPREAD, hall));

  return {
    code,
    missed,
    mark: `/t/${code}/live/mark`,
    seen: () => shown,
    heard,
    own: () => [...new Set(cardsOf(code).map((card) => card.dataset.entry))],
    heardOwn,
    heardSeat,
    heardNews,
    renewed: () => news && version(news.mark) >= version(cardsOf(code)[0]?.dataset.mark) && showNews(),
  };
};

const streamOf = (events) =>
  events.length > 0 ? `${STREAM}?${events.map((event) => `event=${event.code}&own=${event.own()}`).join("&")}` : "";

let streamAgain = null;

// One stream for the events of all cards: browsers open six connections to one server.
const followAll = () => {
  const codes = new Set([...document.querySelectorAll("[data-event]")].map((card) => card.dataset.event));
  for (const code of followed.keys()) if (!codes.has(code)) followed.delete(code);
  for (const code of codes) if (!followed.has(code)) followed.set(code, eventOf(code));
  if (streamAgain) streamAgain();
  else if (followed.size) streamAgain = follow({ events: () => [...followed.values()], stream: streamOf });
};

if (document.querySelector(PAGE)) {
  followAll();
  // A judge on the way, a deck judged again: what no event tells everybody is asked for when the phone is taken up again.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - ownAt > OWN_SELDOM_MS) ownDue(spread(OWN_ROW_SPREAD, 0));
  });
}
