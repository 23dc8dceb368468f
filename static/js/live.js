// An open page of an event follows it: it hears of each new version, and fetches itself again.
//
// The regions marked [data-live] then take the place of the old ones. What everybody sees is fetched without cookies. So
// is one's own seat (table, opponent, place), out of a document of a hundred seats; what is private comes separately,
// and later in a large hall.
import {
  FIRST_SPREAD,
  LAGGING_TRIES,
  LATER_SPREAD,
  OWN_NEWS_SPREAD,
  OWN_ROW_SPREAD,
  OWN_SELDOM_MS,
  OWN_SPREAD,
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
import { formsAnswered, isBusy, isHeld, put, renew as renewRegion, say } from "./regions.js";

(() => {
  const OWN_COOKIE = "dueldesk_own";
  const OWN_COOKIE_SECONDS = 12 * 3600;
  const FIND_DELAY_MS = 250;

  const page = document.querySelector("[data-mark]");
  if (!page) return;
  const forEverybody = page.hasAttribute("data-for-everybody");
  const hasOwnParts = forEverybody && page.hasAttribute("data-own-parts"); // A screen on the wall is nobody's.
  const eventAddress = page.dataset.ownParts?.replace(/mine\/$/, "");
  const hall = Number(page.dataset.hall) || 0;

  let shown = page.dataset.mark;
  let newest = shown;
  let renewedAt = -Infinity;
  let isOwnNew = false; // Whether something was heard of that may stand in one's own parts alone.
  let isPushed = false; // Whether this phone was pushed its tables in the round that is shown.

  const findField = () => document.querySelector("[data-find]");

  const here = () => {
    const address = new URL(location.href);
    address.hash = "";
    const field = findField();
    if (field) {
      const find = field.value.trim();
      if (find) address.searchParams.set("find", find);
      address.searchParams.delete(find ? "page" : "find");
    }
    return address;
  };

  const fetchPage = (address) =>
    forEverybody
      ? fetchOfEverybody(address, newest)
      : fetch(address, { credentials: "same-origin", cache: "no-cache" });

  // --- Putting what is new in the place of what was there ---

  // The visitor's own entries, several where a family shares the phone; that of the player who acts now first.
  const ownKeys = () => (document.querySelector("#mine")?.dataset.own ?? "").split(" ").filter(Boolean);

  const markOwn = () => {
    for (const row of document.querySelectorAll("[data-mine]")) row.removeAttribute("data-mine");
    for (const own of ownKeys())
      for (const row of document.querySelectorAll(`[data-one="${own}"], [data-two="${own}"]`))
        row.setAttribute("data-mine", "");
  };

  const swap = (text, only) => {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    for (const old of document.querySelectorAll("[data-live]")) {
      const next = fresh.getElementById(old.id);
      if (!next || (only && old !== only)) continue;
      for (const marked of old.querySelectorAll("[data-mine]")) marked.removeAttribute("data-mine");
      if (next.innerHTML === old.innerHTML && next.dataset.said === old.dataset.said) continue;
      const words = next.dataset.said !== old.dataset.said ? next.dataset.said : "";
      put(old, document.importNode(next, true));
      say(words);
    }
    markOwn();
    dispatchEvent(new Event("dueldesk:renewed"));
    return fresh.querySelector("[data-mark]")?.dataset.mark ?? shown;
  };

  // --- Renewing ---

  // The cookie tells the server whether this script fills in what is missing on everybody's page: "ask" comes from
  // the server (something is missing), "live" and "staff" from here. It counts for this event's pages alone.
  const ownState = () => document.cookie.match(/(?:^|; )dueldesk_own=(\w+)/)?.[1] ?? "";
  const setOwnState = (state) => {
    document.cookie = `${OWN_COOKIE}=${state}; Path=${eventAddress}; Max-Age=${state ? OWN_COOKIE_SECONDS : 0}; SameSite=Lax`;
  };
  const hasOwn = () => document.querySelector("#mine[data-own]") !== null;
  const ownRows = () => [...document.querySelectorAll("[data-mine]")];
  const momentOf = () => document.querySelector("[data-moment]")?.dataset.moment;
  // What one's own parts follow from, as far as everybody's page tells: the round, one's own rows, the match it shows.
  const ownFacts = () =>
    [
      momentOf(),
      ...ownRows().map((row) => row.textContent),
      document.querySelector("#match [data-stand]")?.dataset.stand,
    ].join("\n");

  let ownFailures = 0;
  let ownSeen = ownFacts();
  let momentSeen = momentOf();

  // One's own seats, of several players on one phone too, out of what everybody may read: the table, the opponent, the
  // button that leads to the match. False where an answer is older than the page that is shown.
  const fetchSeats = async () => {
    const kind = document.querySelector("[data-seats]")?.dataset.seats;
    const seats = [...document.querySelectorAll("#mine [data-seat]")];
    if (!kind || !seats.length) return true;
    const wanted = version(shown);
    let isNew = true;
    for (const section of new Set(seats.map((seat) => seat.dataset.section))) {
      const answer = await fetchOfEverybody(new URL(`${eventAddress}seats/${kind}/${section}/`, location.href), newest);
      if (answer.status >= 400 && answer.status < 500) continue;
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      isNew &&= version(fresh.querySelector("[data-mark]")?.dataset.mark) >= wanted;
      for (const seat of seats) putSeat(seat, fresh);
    }
    return isNew;
  };

  const putSeat = (seat, fresh) => {
    const number = seat.dataset.seat;
    const next = fresh.querySelector(`[data-seat="${number}"]`);
    if (next && seat.isConnected && next.innerHTML !== seat.innerHTML) put(seat, document.importNode(next, true));
    const [step, button] = [fresh.querySelector(`[data-step-of="${number}"]`), document.querySelector("#event-step")];
    if (!step || !button || number !== ownKeys()[0]) return;
    const leadsHere = step.querySelector("a")?.getAttribute("href") === location.pathname;
    button.replaceChildren(...(leadsHere ? [] : [...step.children].map((one) => document.importNode(one, true))));
  };

  const renewSeats = async (tries = 0) => {
    try {
      if (await fetchSeats()) return;
      if (tries < LAGGING_TRIES) seatsDue(400 + Math.random() * 800, tries + 1);
    } catch {
      if (tries < LAGGING_TRIES) seatsDue(backOff(tries), tries + 1);
    }
  };

  const seatsDue = planned(renewSeats);

  const heardSeat = (news) => {
    const kind = document.querySelector("[data-seats]")?.dataset.seats;
    const place = document.querySelector(`#mine [data-seat="${news.entry}"]`);
    if (!place || !["pairings", "overview"].includes(kind)) return;
    isPushed = true;
    pushSeat(news, place, eventAddress);
  };

  let news = null; // The newest that was pushed of what concerns everybody.
  const showNews = () => news && version(news.mark) >= version(shown) && pushNews(news, [document], {});

  const heardNews = (heard) => {
    news = heard;
    showNews();
  };

  // Every result brings a new page to everybody; one's own parts are asked for when they may have changed. In a new
  // round all phones ask, after a result two. Where one's own row stands on another page of a long list, a result cannot
  // be seen here: then now and then.
  const considerOwn = () => {
    if (!hasOwnParts || !hasOwn()) return;
    const mayBeNew = isOwnNew;
    isOwnNew = false;
    if (momentOf() !== momentSeen) {
      momentSeen = momentOf();
      ownSeen = ownFacts();
      if (isPushed) seatsDue(spread(LATER_SPREAD, hall));
      else renewSeats();
      isPushed = false;
      ownDue(spread(OWN_SPREAD, hall));
    } else if (mayBeNew || ownFacts() !== ownSeen) ownDue(spread(OWN_ROW_SPREAD, hall));
    else if (ownRows().length === 0) ownDue(OWN_SELDOM_MS * (1 + Math.random()));
  };

  const renewOwn = async () => {
    const before = ownFacts();
    const answered = formsAnswered();
    const address = new URL(page.dataset.ownParts, location.href);
    address.searchParams.set("at", location.pathname);
    // The bar on top, the most of it, comes again only where it is another.
    address.searchParams.set("bar", document.querySelector("[data-bar]")?.dataset.bar ?? "");
    try {
      const answer = await fetch(address, { credentials: "same-origin" });
      if (answer.status >= 400 && answer.status < 500) return;
      if (!answer.ok) throw new Error(String(answer.status));
      if (answer.headers.get("X-Own-View") === "staff") {
        setOwnState("staff");
        if (ownState() === "staff") location.reload();
        return;
      }
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      ownFailures = 0;
      // A form that is on its way, or was answered in the meantime: its answer belongs into the page as it stands, and
      // this one may not know of it.
      if (formsAnswered() !== answered || isBusy(document)) return ownDue(1_000);
      for (const place of [".topnav", "#event-side", "#mine"]) {
        const [old, next] = [document.querySelector(place), fresh.querySelector(place)];
        if (old && next) renewRegion(old, document.importNode(next, true));
      }
      // What changed meanwhile is perhaps not yet in the answer.
      if (ownFacts() !== before) ownDue(spread(OWN_SPREAD, hall));
      markOwn();
      ownSeen = ownFacts();
      momentSeen = momentOf();
      setOwnState(hasOwn() ? "live" : "");
      dispatchEvent(new Event("dueldesk:renewed"));
    } catch {
      ownFailures += 1;
      ownDue((1 + Math.random()) * 2500 * 2 ** Math.min(ownFailures, 5));
    }
  };

  const ownDue = planned(renewOwn); // The one request for one's own parts that is due.

  const renew = async (tries) => {
    renewedAt = Date.now();
    const wanted = newest;
    try {
      const answer = await fetchPage(here());
      if (!answer.ok) throw new Error(String(answer.status));
      // The address of the event leads to another page once a round is published.
      const leadsTo = new URL(answer.url, location.href);
      const mine = document.querySelector("#mine");
      if (answer.redirected && leadsTo.pathname !== location.pathname && !(mine && isHeld(mine)))
        return location.replace(leadsTo);
      shown = swap(await answer.text());
      showNews();
      // A page that changes very quickly may come as it was a moment ago.
      if (version(shown) < version(wanted) && tries < LAGGING_TRIES) due(400 + Math.random() * 800, tries + 1);
      else considerOwn();
    } catch {
      if (tries < LAGGING_TRIES) due(backOff(tries), tries + 1);
    }
  };

  const due = planned(renew); // The one renewal that is due.

  // Staff and the screen on the wall see each table's news soon, visitors and players those of others in their time.
  const heard = (mark, isOfOthers = false) => {
    if (!mark || mark === shown) return;
    newest = mark;
    if (isOfOthers && hasOwnParts) return due(spread(LATER_SPREAD, hall), 0, true);
    due(spread(Date.now() - renewedAt > QUIET_MS ? FIRST_SPREAD : SPREAD, hall));
  };

  // What is about this phone's own entries: their rows are perhaps in another section of the list.
  const heardOwn = (mark) => {
    if (version(mark) > version(newest)) newest = mark;
    isOwnNew = true;
    due(spread(OWN_NEWS_SPREAD, 0));
  };

  const missed = () => hasOwnParts && hasOwn() && ownDue(spread(OWN_SPREAD, hall));

  // --- Finding somebody in a list ---
  //
  // The server finds them, in a short list too: a name typed in full finds the row of a child whose name is masked.

  let finding = null;
  document.addEventListener("input", (event) => {
    if (event.target !== findField()) return;
    clearTimeout(finding);
    finding = setTimeout(async () => {
      const field = findField();
      const asked = here();
      const answer = await fetchPage(asked).catch(() => null);
      if (answer?.ok && String(asked) === String(here()))
        swap(await answer.text(), document.querySelector(field.dataset.find));
    }, FIND_DELAY_MS);
  });

  if (hasOwnParts && hasOwn()) setOwnState("live");
  else if (hasOwnParts && ["ask", "live"].includes(ownState())) ownDue(spread(OWN_SPREAD, hall));

  // A finished event's page has nothing to follow.
  if (!page.dataset.follow) return;
  const own = () => (hasOwnParts ? ownKeys() : []);
  const event = { mark: page.dataset.follow, seen: () => shown, heard, own, heardOwn, heardSeat, heardNews, missed };
  follow({
    events: () => [event],
    stream: () => (own().length ? `${page.dataset.stream}?own=${own()}` : page.dataset.stream),
    contact: (there) => dispatchEvent(new CustomEvent("dueldesk:contact", { detail: there })),
  });
})();
