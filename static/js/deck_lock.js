// An open deck page learns by itself that lists are locked: from the news of its event, and when its deadline is over.
// What is typed stays, on the page and on the device; what was saved in time counts.
import { backOff, follow, OWN_SPREAD, planned, spread, version } from "./following.js";

const AT_MOST_EVERY_MS = 15_000; // While people sign up, each entry is news.
const MAX_TIMER_MS = 2 ** 31 - 1;

const place = document.querySelector("#deck-lock");
if (place) {
  const buttons = () => document.querySelectorAll(".deck-actions button[type=submit]");
  let shown = "";
  let lookedAt = 0;

  const look = planned(async (tries) => {
    lookedAt = Date.now();
    try {
      const answer = await fetch(place.dataset.lock, { cache: "no-store" });
      if (answer.status >= 400 && answer.status < 500) return; // The deck is not this phone's any more.
      if (answer.status !== 200 && answer.status !== 204) throw new Error(String(answer.status));
      const words = answer.status === 200 ? await answer.text() : "";
      const isNew = Boolean(words) !== Boolean(place.innerHTML.trim());
      if (isNew) place.innerHTML = words;
      for (const button of buttons()) button.disabled = Boolean(words);
      for (const until of document.querySelectorAll("[data-while-open]")) until.hidden = Boolean(words);
    } catch {
      look(backOff(tries), tries + 1);
    }
  });

  const closesIn = Number(place.dataset.closesIn) * 1000;
  if (closesIn > 0 && closesIn < MAX_TIMER_MS) setTimeout(() => look(0), closesIn + 500);

  const event = {
    mark: place.dataset.follow,
    seen: () => shown,
    heard: (mark) => {
      if (version(mark) <= version(shown)) return;
      shown = mark; // The first one may be newer than the page.
      look(Math.max(spread(OWN_SPREAD, 0), lookedAt + AT_MOST_EVERY_MS - Date.now()));
    },
  };
  follow({ events: () => [event], stream: () => place.dataset.stream });
}
