// The desk: the line for typed results, what a game's choice means, and rows that have just changed.
(() => {
  "use strict";

  const line = () => document.querySelector("[data-desk-line]");
  const isTyping = (element) => element?.matches?.("input, textarea, select, [contenteditable]");

  // "/" or a digit brings the cursor back to the line, unless something else is being filled in.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(document.activeElement)) return;
    const search = ["[data-desk-search]", "[data-desk-find]"].map((name) => document.querySelector(name));
    const field = line() ?? search[0] ?? search[1];
    if (!field) return;
    if (event.key === "/") {
      event.preventDefault();
      field.focus();
      field.select();
    } else if (field === line() && /^\d$/.test(event.key)) {
      field.focus();
    }
  });

  // While a table number is being typed its row is marked, and read out beside the line.
  const preview = () => {
    const field = line();
    if (!field) return;
    const said = document.querySelector("[data-desk-preview]");
    const number = field.value.normalize("NFKC").match(/^\s*(\d+)/)?.[1];
    let found = null;
    for (const row of document.querySelectorAll("[data-table]")) {
      const here = number !== undefined && row.dataset.table === String(Number(number));
      row.classList.toggle("typed-at", here);
      if (here) found = row;
    }
    const names = found?.dataset.seats ?? `${found?.dataset.one} – ${found?.dataset.two}`;
    if (said) said.textContent = found ? `${found.dataset.table} · ${names}` : "";
  };
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-desk-line]")) preview();
  });

  // Typing faster than the server answers: a line entered meanwhile waits its turn, and what is being typed stays when
  // the answer puts a fresh form in the place of the old one. A line that was not taken because the site was busy or
  // away goes to the head of those that wait, and is sent again a little later or with the next Enter. Each is sent with
  // the round that the desk showed when it was typed, so that none is entered at a table of the next one.
  const AGAIN_MS = 5_000;
  const PASSING = [0, 429, 502, 503, 504, 507];
  const ofTheLine = (event) => event.detail.requestConfig?.elt.id === "typed-form";
  const shownRound = () => line()?.form.elements.namedItem("round")?.value ?? "";
  const waiting = []; // Each line, and the round it was typed in.
  let sent = null; // The line whose answer is due.
  let fromQueue = null; // The line that is being sent from those that wait.
  let again = null;

  const tellWaiting = () => {
    const place = document.querySelector("[data-desk-waiting]");
    if (place)
      place.textContent = waiting.length
        ? `${place.dataset.deskWaiting} ${waiting.map((one) => one.typed).join(" · ")}`
        : "";
  };
  const sendNext = () => {
    clearTimeout(again);
    const field = line();
    if (field && waiting.length > 0 && sent === null) {
      const typed = field.value;
      fromQueue = waiting.shift();
      field.value = fromQueue.typed;
      field.form.requestSubmit();
      fromQueue = null;
      field.value = typed;
    }
    tellWaiting();
  };
  document.addEventListener(
    "submit",
    (event) => {
      if (event.target.id !== "typed-form" || fromQueue || (sent === null && waiting.length === 0)) return;
      event.preventDefault();
      event.stopPropagation();
      const field = line();
      if (field.value.trim() && field.value !== sent?.typed) waiting.push({ typed: field.value, round: shownRound() });
      field.value = "";
      preview();
      sendNext();
    },
    true,
  );
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id !== "typed-form" || !fromQueue) return;
    if (fromQueue.round) event.detail.parameters.round = fromQueue.round;
    if (fromQueue.seen !== undefined) event.detail.parameters.seen = fromQueue.seen;
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!ofTheLine(event)) return;
    sent = fromQueue ?? { typed: line().value, round: shownRound() };
    line().select();
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id !== "typed-form" || sent === null) return;
    const typed = line().value;
    tellAnswer(sent.typed, event.detail.fragment.querySelector("[data-desk-problem]")?.textContent ?? "");
    const fresh = event.detail.fragment.querySelector("[data-desk-line]");
    const next = typed !== sent.typed ? typed : "";
    if (fresh && (next || waiting.length > 0)) putInPlace(fresh, next);
  });
  // The reason for a line that has left the field stands in the list of those that were refused, not below the next.
  const putInPlace = (fresh, next) => {
    if (fresh.getAttribute("aria-invalid")) fresh.form.querySelector(".typed-said").replaceChildren();
    fresh.setAttribute("value", next);
    fresh.classList.remove("is-invalid");
    fresh.removeAttribute("aria-invalid");
  };
  // What became of a line: with a reason it was refused, and desk_refused.js keeps it.
  const tellAnswer = (typed, why) => dispatchEvent(new CustomEvent("dueldesk:line", { detail: { typed, why } }));
  const answered = () => {
    if (sent === null) return;
    sent = null;
    sendNext();
  };
  const notTaken = (event) => {
    const field = line();
    if (sent === null || !field) return;
    const passes = PASSING.includes(event.detail.xhr?.status ?? 0);
    if (passes) {
      waiting.unshift(sent);
      if (field.value === sent.typed) field.value = "";
    } else if (field.value === "") {
      field.value = sent.typed;
    } else if (field.value !== sent.typed) {
      tellAnswer(sent.typed, field.form.dataset.notTaken);
    }
    sent = null;
    again = setTimeout(sendNext, passes ? AGAIN_MS : 0); // Later: for htmx the line is under way until this returns.
    tellWaiting();
    preview();
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "typed-form") answered();
  });
  // A line that only opens a table is done, though no form comes back.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (ofTheLine(event) && event.detail.xhr.status === 204) sent = null;
  });
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      if (ofTheLine(event)) notTaken(event);
    });
  }

  // Lines that wait when the desk is left stay with the tab, and are sent when the desk is opened there again; each with
  // the results that it was typed beside, so that none overwrites what somebody else has entered since.
  const LEFT = `desk-lines ${location.pathname}`;
  addEventListener("pagehide", () => {
    const seen = line()?.form.elements.namedItem("seen")?.value;
    const left = [...(sent === null ? [] : [sent]), ...waiting.splice(0)].map((one) => ({ seen, ...one }));
    sent = null;
    if (left.length > 0) sessionStorage.setItem(LEFT, JSON.stringify(left));
  });
  addEventListener("pageshow", () => {
    const left = sessionStorage.getItem(LEFT);
    if (left === null || !line()) return;
    sessionStorage.removeItem(LEFT);
    waiting.unshift(...JSON.parse(left));
    sendNext();
  });

  // Who starts follows from who chose and what; it is shown, never asked.
  const starts = (form) => {
    const place = form.querySelector("[data-starts-here]");
    const chooser = form.querySelector("input[name=chooser]:checked")?.value;
    const choice = form.querySelector("input[name=choice]:checked")?.value;
    if (!place) return;
    const first = { "1first": 1, "2second": 1, "2first": 2, "1second": 2 }[`${chooser}${choice}`];
    const name = first === 1 ? form.dataset.one : form.dataset.two;
    place.textContent = first ? form.dataset.starts.replace("%s", name) : "";
  };
  document.addEventListener("change", (event) => {
    const form = event.target.closest("[data-game-form]");
    if (form) starts(form);
  });

  // Names of a pasted list: how many are ticked now. Who would wait is worked out when they are entered.
  document.addEventListener("change", (event) => {
    const ticked = document.querySelector("[data-ticked]");
    if (!ticked || !event.target.matches(".paste-rows input[name=line]")) return;
    ticked.textContent = document.querySelectorAll(".paste-rows input[name=line]:checked").length;
    document.querySelector("[data-as-read]")?.setAttribute("hidden", "");
  });

  // After a swap: rows whose version is new glow once; the line keeps its mark.
  let before = new Map();
  const versions = () =>
    new Map([...document.querySelectorAll("[data-version]")].map((row) => row.dataset.version.split(":")));
  document.addEventListener("htmx:beforeSwap", () => {
    before = versions();
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const row of document.querySelectorAll("[data-version]")) {
      const [match, version] = row.dataset.version.split(":");
      if (before.has(match) && before.get(match) !== version) row.classList.add("changed");
    }
    preview();
  });

  document.addEventListener("DOMContentLoaded", () => {
    if (matchMedia("(min-width: 1000px)").matches) {
      for (const fold of document.querySelectorAll("[data-open-wide]")) fold.open = true;
    }
    for (const form of document.querySelectorAll("[data-game-form]")) starts(form);
    preview();
  });
})();
