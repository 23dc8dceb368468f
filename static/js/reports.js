// Reporting where the signal drops: a report is kept on the phone before it is sent, and sent until the server has heard
// it, by this page while it is open, and by the service worker where the browser wakes it (queue.js). The page says which
// of the two it is.
import { keepSeats, markReports, moveReports, queue } from "./kept.js";

const RETRY_MS = 4_000; // Doubled each time.
const MAX_RETRY_MS = 60_000;
const NOTE_STAYS_MS = 8_000;
const SENDING_AFTER_MS = 300; // A report that is answered sooner is not spoken of.

const words = () => document.querySelector("#kept-words")?.dataset ?? {};
let kept = []; // The reports as they were last read.
const notes = []; // What became of reports a moment ago: each with the kind of its line, and the text.
let timer = null;
let tries = 0;

// --- Saying which of the two it is ---

// What stands behind a label that ends in a colon: a Chinese one is as wide as a space.
const labelled = (label, text) => label + (label.endsWith("：") ? "" : " ") + text;

const colon = () => (document.documentElement.lang.startsWith("zh") ? "：" : ":");

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

const understood = async (one) => {
  await queue.drop(one.id);
  await refresh();
};

const lineOf = (one) => {
  if (one.state === "refused") {
    const why = one.words || (one.isLate ? words().late : words().gone);
    return line(
      "notice-bad",
      `${words().refused} ${labelled(one.says + colon(), why)}`,
      button(words().understood, () => understood(one)),
    );
  }
  if (one.state === "sending") return line("", labelled(words().sending, one.says));
  return line("notice-need", labelled(words().waiting, one.says), button(words().again, flushNow));
};

// Where nothing on a page is about the players of a report: above everything, unless the page has a list of its own.
const topOfPage = () => {
  const known = document.querySelector("#kept-reports");
  if (known || document.querySelector("#unsent")) return known;
  const main = document.querySelector("#main");
  const made = Object.assign(document.createElement("div"), { id: "kept-reports", role: "status" });
  made.dataset.reportsOf = "";
  if (!main?.matches(".page")) made.className = "page";
  main?.prepend(made);
  return made;
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
  return places.find((place) => place.dataset.reportsOf === one.entry) ?? places.find(isTheirs) ?? topOfPage();
};

const isShown = (one) => (one.state === "sending" ? Date.now() - one.at >= SENDING_AFTER_MS : one.state !== "sent");

export const paint = () => {
  const lines = [
    ...notes.map(({ one, kind, text }) => [placeOf(one), line(kind, text)]),
    ...kept.filter(isShown).map((one) => [placeOf(one), lineOf(one)]),
  ];
  for (const place of document.querySelectorAll("[data-reports-of]")) {
    const here = lines.filter(([where]) => where === place).map(([, made]) => made);
    const text = here.map((made) => made.textContent).join("\n");
    if ((place.dataset.shown ?? "") === text) continue;
    place.dataset.shown = text;
    place.replaceChildren(...here);
  }
};

const note = (one, kind, text) => {
  const made = { one, kind, text };
  notes.unshift(made);
  setTimeout(() => {
    notes.splice(notes.indexOf(made), 1);
    paint();
  }, NOTE_STAYS_MS);
};

// A browser that keeps nothing has lost what could not be sent at once.
export const sayLost = (report) => {
  note(report, "notice-bad", words().lost);
  paint();
};

// What the server has taken is said once, be it by this page, another or the worker.
const heard = (one) => {
  dispatchEvent(new Event("dueldesk:answered"));
  note(one, "notice-done", `${words().sent} ${one.words} · ${one.says}`);
  const region = document.querySelector(`#report-${one.entry}`);
  if (region && window.htmx) htmx.ajax("GET", one.action, { target: `#report-${one.entry}`, swap: "outerHTML" });
};

// Reads the queue again, and says what is in it.
export const refresh = async () => {
  for (const one of await queue.takeSent()) heard(one);
  kept = await queue.all();
  markReports(kept);
  paint();
};

// --- Sending what is kept ---

let running = null; // The sending under way.

const sendAll = async () => {
  clearTimeout(timer);
  timer = null;
  const isHeard = await queue.sendAll(async (answered) => {
    await refresh();
    if (answered) dispatchEvent(new Event("dueldesk:reached"));
  });
  await refresh();
  tries = isHeard ? 0 : tries + 1;
  if (kept.some(queue.isUnsent)) timer = setTimeout(flush, Math.min(RETRY_MS * 2 ** tries, MAX_RETRY_MS));
};

export const flush = () => (running ??= sendAll().finally(() => (running = null)));

const flushNow = () => {
  tries = 0;
  return flush();
};

// Asks the browser to wake the worker once there is a connection, be this page open or not. Some browsers do not.
const wakeWorker = async () => {
  try {
    const registration = await navigator.serviceWorker?.ready;
    await registration?.sync?.register("reports");
  } catch {
    // It may be switched off: the next page that opens sends what is kept.
  }
};

// Whether a report could be kept.
export const keepReport = async (report) => {
  const isKept = await queue.keep(report);
  if (isKept) wakeWorker();
  await refresh();
  return isKept;
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
  return game && (fields.game || fields.pod) ? labelled(game + colon(), button) : button;
};

const PRESSED = "dueldesk-pressed";

// A number that rises with each press on this phone, whatever its clock does: of two reports the server sees by it which
// was pressed later, though the other one was under way for longer.
const numberOfPress = () => {
  let last = 0;
  try {
    last = Number(localStorage.getItem(PRESSED)) || 0;
  } catch {
    // Nothing is kept in this browser: its clock alone counts.
  }
  const number = Math.max(last + 1, Date.now());
  try {
    localStorage.setItem(PRESSED, number);
  } catch {
    // As before.
  }
  return String(number);
};

// The players of this phone who stand for an entry: of a team of two perhaps both.
const playersOf = (part) => part.dataset.players.split(" ");

// A report as it is kept: `about` names the match or pod, and the game if it is about one.
export const reportOf = ({ entry, players, name, action, fields, pressed, state }) => ({
  id: randomKey(),
  entry,
  players,
  action,
  fields: { pressed: numberOfPress(), ...fields },
  about: `${fields.match ?? `pod-${fields.pod}`}.${fields.game ?? fields.take_back ?? ""}`,
  says: name ? labelled(name + colon(), sayReport(fields, pressed)) : sayReport(fields, pressed),
  at: Date.now(),
  state,
  held: state === "sending" ? Date.now() + queue.PATIENCE_MS : 0,
});

const underWay = new WeakMap(); // The kept report of each request that htmx has sent.

// A form that htmx sends: it is answered in its place; without an answer its report is one of those that wait.
const started = (event) => {
  const region = event.target.closest?.("[data-report-entry]");
  if (!region || event.detail.verb !== "post") return;
  event.detail.timeout = queue.PATIENCE_MS;
  event.detail.parameters.pressed = numberOfPress();
  const fields = Object.fromEntries(event.detail.formData ?? Object.entries(event.detail.parameters));
  delete fields.csrfmiddlewaretoken;
  const { reportEntry: entry, name } = region.dataset;
  const players = playersOf(region);
  const pressed = event.detail.triggeringEvent?.submitter;
  const report = reportOf({ entry, players, name, action: event.detail.path, fields, pressed, state: "sending" });
  underWay.set(event.target, { report, isKept: keepReport(report) });
  setTimeout(paint, SENDING_AFTER_MS);
};

// Whether the site itself has answered the report of a form: with the form's region, or with words of its own for the page.
// The sign-in of a network has neither, nor a page of the site that never came to read the report.
const isHeard = ({ xhr }, { report }) =>
  !queue.UNREACHED.includes(xhr.status) &&
  (xhr.getResponseHeader("HX-Retarget") !== null || xhr.responseText.includes(`id="report-${report.entry}"`));

// What answered in the site's place does not come onto the page.
const swapping = (event) => {
  const sent = underWay.get(event.detail.requestConfig?.elt);
  if (!sent || event.detail.requestConfig.verb !== "post") return;
  if (!isHeard(event.detail, sent) && event.detail.xhr.getResponseHeader("HX-Retarget") === null)
    event.detail.shouldSwap = false;
};

// Once the answer stands in its place the form is gone, and `detail.elt` is what is left around it.
const ended = async (event) => {
  const form = event.detail.requestConfig?.elt;
  const sent = underWay.get(form);
  if (!sent || event.detail.requestConfig.verb !== "post") return;
  underWay.delete(form);
  const { report } = sent;
  const isKept = await sent.isKept;
  if (isHeard(event.detail, sent)) await queue.drop(report.id);
  else if (isKept) {
    await queue.change(report.id, { state: "waiting", held: 0 });
    timer ??= setTimeout(flush, RETRY_MS);
  } else note(report, "notice-bad", words().lost);
  await refresh();
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

// What stands on the plate of a table, without the words that are only read aloud.
const tableOn = (card) => {
  const plate = card.querySelector(".plate")?.cloneNode(true);
  for (const unseen of plate?.querySelectorAll(".visually-hidden, svg") ?? []) unseen.remove();
  return plain(plate);
};

// Who sits at the table: the opponent, or everybody in the pod.
const opponentsOf = (card) => {
  const mates = [...card.querySelectorAll(".mates > li")];
  return mates.length ? mates.map(plain).join(" · ") : textOf(card, ".opponent");
};

// The seats of a card: of a team of siblings who play by seat one for each of them, with the own match and opponent. Where a
// judge settles what was reported, `disputed` is what the page says of it.
const seatsOn = (card) => {
  const regions = [...card.querySelectorAll("[data-report-entry]")];
  return (regions.length ? regions : [null]).map((region) => {
    const form = region?.querySelector("form:has(button[name=score], button[name=places])");
    return {
      entry: region?.dataset.reportEntry ?? card.dataset.entry,
      players: playersOf(region ?? card),
      name: region?.dataset.name ?? card.dataset.name,
      what: textOf(card, ".what"),
      table: tableOn(card),
      opponent: region?.dataset.opponent ?? opponentsOf(card),
      action: form?.getAttribute("action") ?? "",
      match: form?.querySelector("[name=match]")?.value ?? "",
      against: form?.querySelector("[name=against]")?.value ?? "",
      pod: form?.querySelector("[name=pod]")?.value ?? "",
      disputed: region?.dataset.disputed === undefined ? "" : plain(region.querySelector(".report-words")),
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

// What an earlier page has left: also a report whose answer nobody waits for any more, as that page was closed.
const takeUp = async () => {
  await moveReports();
  for (const one of await queue.all())
    if (one.state === "sending") await queue.change(one.id, { state: "waiting", held: 0 });
  await refresh();
  await flush();
};

document.addEventListener("htmx:configRequest", started);
document.addEventListener("htmx:beforeSwap", swapping);
document.addEventListener("htmx:afterRequest", ended);
rememberSeats();
takeUp();
addEventListener("dueldesk:renewed", () => {
  rememberSeats();
  paint();
});
document.addEventListener("htmx:afterSettle", () => {
  rememberSeats();
  paint();
});
addEventListener("online", flushNow);
addEventListener("storage", refresh);
document.addEventListener("visibilitychange", () => document.hidden || flushNow());

// A browser has a worker only for https, and for this machine itself. Elsewhere the queue does without.
navigator.serviceWorker?.register("/sw.js").catch(() => {});
navigator.serviceWorker?.addEventListener("message", () =>
  refresh().then(() => dispatchEvent(new Event("dueldesk:reached"))),
);
