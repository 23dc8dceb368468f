// Counting a deck at the table: taps count at once, are kept on the phone, and go to the server in batches.
(() => {
  "use strict";

  // [data-since] shows how long ago it was, by the device's clock; a clock that is behind shows zero.
  const watch = () => {
    const now = Math.floor(Date.now() / 1000);
    for (const face of document.querySelectorAll("[data-since]")) {
      const passed = Math.max(0, now - Number(face.dataset.since));
      const hours = Math.floor(passed / 3600);
      const minutes = Math.floor(passed / 60) % 60;
      const seconds = String(passed % 60).padStart(2, "0");
      face.textContent = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    }
  };
  watch();
  setInterval(watch, 1000);

  const form = document.getElementById("taps");
  if (!form) return;

  const PAUSE = 500;
  const RETRY = 4000;
  const store = `duel-check-${form.dataset.check}`;
  const revision = form.querySelector("[name=revision]");
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  const state = document.querySelector("[data-state]");
  const conflict = document.getElementById("check-conflict");
  const rowsByPlace = new Map();
  for (const row of form.querySelectorAll("[data-row]")) rowsByPlace.set(placeOf(row), row);

  // Waiting taps: the count each card has now. A batch under way keeps its name until the server has answered.
  let waiting = new Map();
  let sending = null;
  let stopped = false;
  let timer = 0;

  function placeOf(row) {
    return JSON.stringify([row.dataset.section, row.dataset.key]);
  }
  const countOf = (row) => Number(row.querySelector("[data-count]").textContent);

  const keep = () => {
    const all = new Map([...(sending ? sending.counts : []), ...waiting]);
    try {
      if (all.size === 0) localStorage.removeItem(store);
      else
        localStorage.setItem(
          store,
          JSON.stringify({
            revision: revision.value,
            batch: sending ? sending.batch : "",
            sent: sending ? [...sending.counts] : [],
            counts: [...all],
          }),
        );
    } catch {
      // A phone without room keeps them in the page alone.
    }
  };
  const forget = () => {
    waiting.clear();
    sending = null;
    keep();
  };

  const show = (row, count) => {
    const registered = Number(row.dataset.registered);
    row.querySelector("[data-count]").textContent = String(count);
    if (registered > 0) {
      row.classList.toggle("tap-done", count === registered);
      row.classList.toggle("tap-over", count > registered);
    }
  };
  // What was counted of the list, and what the list does not have; rows of one name count together.
  const compared = (named) => {
    const sums = new Map();
    for (const [name, row] of named) {
      const [counted, registered] = sums.get(name) ?? [0, 0];
      sums.set(name, [counted + countOf(row), registered + Number(row.dataset.registered)]);
    }
    let [found, surplus] = [0, 0];
    for (const [counted, registered] of sums.values()) {
      found += Math.min(counted, registered);
      surplus += Math.max(counted - registered, 0);
    }
    return { found, surplus };
  };
  // Copies that the list does not have stand apart: none of them makes up for one that is missing.
  const showSurplus = (place, surplus) => {
    if (!place) return;
    place.textContent = `+${surplus}`;
    place.hidden = surplus === 0;
  };
  const total = () => {
    const rows = [];
    for (const section of form.querySelectorAll("[data-section][id]")) {
      if (section.dataset.aside) continue;
      const own = [...section.querySelectorAll("[data-row]")];
      const sum = compared(own.map((row) => [row, row]));
      const key = CSS.escape(section.dataset.section);
      const tab = form.querySelector(`[data-section-count="${key}"]`);
      if (tab) tab.textContent = String(sum.found);
      showSurplus(form.querySelector(`[data-section-surplus="${key}"]`), sum.surplus);
      rows.push(...own);
    }
    // Between games a card may lie in another section than on the list.
    const isBetween = form.hasAttribute("data-between");
    const all = compared(rows.map((row) => [isBetween ? row.dataset.key : row, row]));
    const bar = document.querySelector("[data-counted]");
    document.querySelector("[data-total]").textContent = String(all.found);
    showSurplus(document.querySelector("[data-surplus]"), all.surplus);
    bar.value = all.found;
    bar.classList.toggle("done", !all.surplus && all.found === Number(document.querySelector("[data-of]").textContent));
  };
  const say = (words) => {
    state.textContent = words;
  };

  const stop = (words) => {
    stopped = true;
    forget();
    conflict.querySelector("[data-conflict-words]").textContent = words;
    conflict.hidden = false;
    conflict.scrollIntoView({ block: "center" });
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    say("");
  };

  const later = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(send, pause);
  };

  async function send() {
    clearTimeout(timer);
    if (stopped || (sending && sending.busy)) return;
    if (!sending) {
      if (waiting.size === 0) return;
      sending = { batch: `${Date.now()}-${Math.random().toString(36).slice(2, 10)}`, counts: waiting };
      waiting = new Map();
    }
    const batch = sending;
    batch.busy = true;
    keep();
    say(form.dataset.saving);
    const body = new URLSearchParams({
      revision: revision.value,
      batch: batch.batch,
      counts: JSON.stringify([...batch.counts].map(([place, count]) => [...JSON.parse(place), count])),
    });
    let answer;
    let why = form.dataset.waiting;
    try {
      answer = await fetch(form.dataset.counts, {
        method: "POST",
        body,
        headers: { "X-CSRFToken": token },
        redirect: "manual",
      });
      if (answer.type === "opaqueredirect" || answer.status === 403) why = form.dataset.signedOut;
      // A server in trouble, a sign-in that has run out: the taps stay here and are sent again.
      if (why === form.dataset.signedOut || answer.status >= 500 || answer.status === 429) {
        throw new Error(String(answer.status));
      }
    } catch {
      batch.busy = false;
      say(why.replace("{count}", String(batch.counts.size + waiting.size)));
      later(RETRY);
      return;
    }
    let facts = {};
    try {
      facts = await answer.json();
    } catch {
      // A page instead of an answer, such as the sign-in: shown by leaving.
    }
    if (!answer.ok || facts.revision === undefined) {
      stop(facts.words ?? form.dataset.lost);
      return;
    }
    revision.value = String(facts.revision);
    sending = null;
    keep();
    say(form.dataset.saved);
    if (waiting.size > 0) later(0);
  }

  // Everything on the way to the server, before the page is left.
  const flush = async () => {
    for (let tries = 0; tries < 40 && !stopped && (sending || waiting.size > 0); tries += 1) {
      await send();
      if (sending || waiting.size > 0) await new Promise((done) => setTimeout(done, 250));
    }
    return !sending && waiting.size === 0;
  };

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[name=tap]");
    const row = button?.closest("[data-row]");
    if (!row || stopped) return;
    event.preventDefault();
    const count = Math.max(0, countOf(row) + (button.value.startsWith("more:") ? 1 : -1));
    if (count > 99) return;
    show(row, count);
    total();
    waiting.set(placeOf(row), count);
    keep();
    later(PAUSE);
    navigator.vibrate?.(8);
  });

  // A button that reloads the page waits for the taps before it.
  let passing = false;
  form.addEventListener("submit", async (event) => {
    if (passing || (!sending && waiting.size === 0)) return;
    event.preventDefault();
    const button = event.submitter;
    if (!(await flush())) return;
    passing = true;
    form.requestSubmit(button);
  });
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || stopped || (!sending && waiting.size === 0) || link.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    if (await flush()) window.location.assign(link.href);
  });
  for (const moment of ["online", "pageshow"]) window.addEventListener(moment, () => later(0));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") send();
  });

  // What a dead phone had kept: still to be sent when nobody counted since, already stored, or out of date.
  const recover = () => {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(store) ?? "null");
    } catch {
      kept = null;
    }
    if (!kept) return;
    const stored = kept.batch !== "" && kept.batch === form.dataset.batch;
    if (!stored && String(kept.revision) !== revision.value) {
      forget();
      say(form.dataset.lost);
      return;
    }
    // A batch whose answer was lost goes out again under its own name: the server counts it once.
    const sent = new Map(kept.sent);
    for (const [place, count] of kept.counts) {
      const row = rowsByPlace.get(place);
      if (!row || (stored && sent.get(place) === count)) continue;
      show(row, count);
      if (sent.get(place) !== count) waiting.set(place, count);
    }
    if (!stored && kept.batch !== "") sending = { batch: kept.batch, counts: sent };
    total();
    keep();
    later(0);
  };
  recover();
})();
