// Reporting where the signal drops: a report is kept on the phone before it is sent, and sent until the server has heard
// it. Its key tells the server that it is one report, however often it comes. The page says which of the two it is.
import { changeReport, dropReport, keepReport, keepSeats, reports } from "./kept.js";

const PATIENCE_MS = 12_000; // For an answer, before the report is kept and tried again.
const RETRY_MS = 4_000; // Doubled each time.
const MAX_RETRY_MS = 60_000;
const NOTE_STAYS_MS = 8_000;
const UNREACHED = [0, 408, 425, 429, 500, 502, 503, 504, 507];

const words = () => document.querySelector("#kept-words")?.dataset ?? {};
const notes = new Map(); // What became of a report a moment ago, by entry: the kind of the line, and its text.
let timer = null;
let tries = 0;

const csrf = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

// --- Saying which of the two it is ---

const button = (text, press) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn btn-quiet btn-sm";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
};

const line = (kind, text, ...buttons) => {
  const made = document.createElement("div");
  made.className = `notice kept-report ${kind}`;
  const said = document.createElement("p");
  said.className = "body mb-0";
  said.textContent = text;
  made.append(said, ...buttons);
  return made;
};

const lineOf = (one) => {
  if (one.refused) {
    return line(
      "notice-bad",
      `${words().refused} ${one.says}: ${one.refused}`,
      button(words().understood, () => {
        dropReport(one.id);
        paint();
      }),
    );
  }
  return line("notice-need", `${words().waiting} ${one.says}`, button(words().again, flushNow));
};

// Where a report is spoken of: beside its form, else with its player. A member of a team reports a board, which once it
// is over has no form any more.
const placeOf = (one) => {
  const places = [...document.querySelectorAll("[data-reports-of]")];
  const isTheirs = (place) =>
    place
      .closest("[data-players]")
      ?.dataset.players.split(" ")
      .some((key) => one.players.includes(key));
  return places.find((place) => place.dataset.reportsOf === one.entry) ?? places.find(isTheirs);
};

export const paint = () => {
  const kept = reports().filter((one) => one.state !== "sending");
  for (const place of document.querySelectorAll("[data-reports-of]")) {
    const entry = place.dataset.reportsOf;
    const lines = kept.filter((one) => placeOf(one) === place).map(lineOf);
    if (notes.has(entry)) lines.unshift(line(...notes.get(entry)));
    const text = lines.map((one) => one.textContent).join("\n");
    if (place.dataset.shown === text) continue;
    place.dataset.shown = text;
    place.replaceChildren(...lines);
  }
};

// --- Sending what is kept ---

const note = (entry, kind, text) => {
  notes.set(entry, [kind, text]);
  setTimeout(() => {
    notes.delete(entry);
    paint();
  }, NOTE_STAYS_MS);
};

const heard = (one, said) => {
  dispatchEvent(new Event("dueldesk:answered"));
  dropReport(one.id);
  note(one.entry, "notice-done", `${words().sent} ${said}`);
  const region = document.querySelector(`#report-${one.entry}`);
  if (region && window.htmx) htmx.ajax("GET", one.action, { target: `#report-${one.entry}`, swap: "outerHTML" });
};

// True once the server has heard the report, be it to refuse it; null where it answered that it cannot at the moment,
// perhaps this one report alone; false without an answer.
const send = async (one) => {
  const patience = new AbortController();
  const timeout = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(one.action, {
      method: "POST",
      body: new URLSearchParams(one.fields),
      credentials: "same-origin",
      headers: { "X-Report": "1", "X-CSRFToken": csrf() },
      signal: patience.signal,
    });
    if (UNREACHED.includes(answer.status)) return null;
    const said = await answer.json().catch(() => null);
    if (answer.ok && said) heard(one, said.words);
    else changeReport(one.id, { state: "waiting", refused: said?.words ?? words().gone });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timeout);
  }
};

const waiting = () => reports().filter((one) => !one.refused && one.state !== "sending");

let running = null; // The sending under way.

const sendAll = async () => {
  clearTimeout(timer);
  timer = null;
  let reached = true;
  for (const one of waiting()) {
    const answered = await send(one);
    paint();
    reached &&= answered === true;
    if (answered === false) break;
    if (answered) dispatchEvent(new Event("dueldesk:reached"));
  }
  tries = reached ? 0 : tries + 1;
  if (waiting().length) timer = setTimeout(flush, Math.min(RETRY_MS * 2 ** tries, MAX_RETRY_MS));
};

export const flush = () => (running ??= sendAll().finally(() => (running = null)));

const flushNow = () => {
  tries = 0;
  flush();
};

// --- Keeping what is pressed ---

export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const scoreOf = (text) =>
  text
    .split("-")
    .filter((part, at) => at < 2 || part !== "0")
    .join("–");

const sayReport = (fields, pressed) => {
  if (fields.score) return scoreOf(fields.score);
  const game = pressed?.closest("[role=group]")?.getAttribute("aria-label");
  const button = pressed?.textContent.replace(/\s+/g, " ").trim() ?? "";
  return game && (fields.game || fields.pod) ? `${game}: ${button}` : button;
};

// The players of this phone who stand for an entry: of a team of two perhaps both.
const playersOf = (part) => part.dataset.players.split(" ");

// A report as it is kept: `about` names the match or pod, and the game if it is about one.
export const reportOf = ({ entry, players, name, action, fields, pressed, state }) => ({
  id: randomKey(),
  entry,
  players,
  action,
  fields,
  about: `${fields.match ?? `pod-${fields.pod}`}.${fields.game ?? fields.take_back ?? ""}`,
  says: name ? `${name}: ${sayReport(fields, pressed)}` : sayReport(fields, pressed),
  at: Date.now(),
  state,
});

const underWay = new WeakMap(); // The kept report of each request that htmx has sent.

const follow = () => {
  document.addEventListener("htmx:configRequest", (event) => {
    const region = event.target.closest?.("[data-report-entry]");
    if (!region || event.detail.verb !== "post") return;
    event.detail.timeout = PATIENCE_MS;
    const fields = Object.fromEntries(event.detail.formData ?? Object.entries(event.detail.parameters));
    delete fields.csrfmiddlewaretoken;
    const { reportEntry: entry, name } = region.dataset;
    const players = playersOf(region);
    const pressed = event.detail.triggeringEvent?.submitter;
    const report = reportOf({ entry, players, name, action: event.detail.path, fields, pressed, state: "sending" });
    underWay.set(event.target, { report, isKept: keepReport(report) });
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const sent = underWay.get(event.detail.elt);
    if (!sent || event.detail.requestConfig?.verb !== "post") return;
    underWay.delete(event.detail.elt);
    const { report, isKept } = sent;
    const isUnreached = UNREACHED.includes(event.detail.xhr.status);
    if (!isUnreached) dropReport(report.id);
    else if (isKept) {
      changeReport(report.id, { state: "waiting" });
      timer ??= setTimeout(flush, RETRY_MS);
    } else note(report.entry, "notice-bad", words().lost);
    paint();
  });
};

// --- What the offline page shows ---

const buttonsOf = (region) =>
  [...(region?.querySelectorAll("button[name=score], button[name=places]") ?? [])].map((one) => ({
    value: one.value,
    text: one.textContent.replace(/\s+/g, " ").trim(),
    group: one.closest("[role=group]")?.getAttribute("aria-label") ?? "",
  }));

const plain = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

const textOf = (card, selector) => plain(card.querySelector(selector));

// Who sits at the table: the opponent, or everybody in the pod.
const opponentsOf = (card) => {
  const mates = [...card.querySelectorAll(".mates > li")];
  return mates.length ? mates.map(plain).join(" · ") : textOf(card, ".opponent");
};

// The seats of a card: of a team of siblings who play by seat one for each of them, with the own match and opponent.
const seatsOn = (card) => {
  const regions = [...card.querySelectorAll("[data-report-entry]")];
  return (regions.length ? regions : [null]).map((region) => {
    const form = region?.querySelector("form:has(button[name=score], button[name=places])");
    return {
      entry: region?.dataset.reportEntry ?? card.dataset.entry,
      players: playersOf(region ?? card),
      name: region?.dataset.name ?? card.dataset.name,
      what: textOf(card, ".what"),
      table: textOf(card, ".plate"),
      opponent: region?.dataset.opponent ?? opponentsOf(card),
      action: form?.getAttribute("action") ?? "",
      match: form?.querySelector("[name=match]")?.value ?? "",
      against: form?.querySelector("[name=against]")?.value ?? "",
      pod: form?.querySelector("[name=pod]")?.value ?? "",
      choices: buttonsOf(region?.querySelector(".report-scores:has(button[name=score], button[name=places])")),
      at: Date.now(),
    };
  });
};

const rememberSeats = () => {
  if (!document.querySelector("[data-phone-seats]")) return;
  const cards = [...document.querySelectorAll("[data-entry][data-event]")].filter((card) =>
    card.querySelector(".my-match"),
  );
  keepSeats(cards.flatMap(seatsOn));
};

// A report whose answer nobody waits for any more: its page was closed, or left.
const takeUp = () => {
  for (const one of reports()) if (one.state === "sending") changeReport(one.id, { state: "waiting" });
};

takeUp();
follow();
rememberSeats();
paint();
flush();
addEventListener("dueldesk:renewed", () => {
  rememberSeats();
  paint();
});
document.addEventListener("htmx:afterSettle", () => {
  rememberSeats();
  paint();
});
addEventListener("online", flushNow);
addEventListener("storage", paint);
document.addEventListener("visibilitychange", () => document.hidden || flushNow());

// A browser has a worker only for https, and for this machine itself. Elsewhere the queue does without.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
