// The deck workspace: the list is judged while it is typed, one question to the server at a time, and an answer about
// an older text never touches a newer one. What is typed is kept on this device until it has been saved.
import { Questions, numberLines, showLine, showParts, undoable } from "./typing.js";

const start = () => {
  const form = document.getElementById("deck-form");
  const box = document.getElementById("deck-text");
  if (!form || !box) return;

  const PAUSE = 400; // milliseconds after the last key
  const name = form.elements.namedItem("name");
  const file = form.querySelector("[data-deck-file]");
  const lines = () => document.getElementById("deck-lines"); // an answer may bring another one
  let taps = []; // edits the server has not been asked about yet
  let judged = box.defaultValue; // the text of the newest verdict; what was typed before this ran is not yet judged

  // ---- The text box

  const number = () => numberLines(box, lines(), 12);
  const put = undoable(box, form.querySelector("[data-deck-undo]"), {
    changed: number,
    undone: () => {
      keep();
      questions.ask();
    },
  });

  // ---- What is kept on this device

  const key = `dueldesk.deck.${form.dataset.draft}`;
  const base = form.dataset.base ?? "";
  const plain = (text) => text.replace(/\s+$/, "");
  const saved = { text: box.defaultValue, name: name ? name.defaultValue : "" };
  const isSaved = (draft) => plain(draft.text) === plain(saved.text) && draft.name === saved.name;
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const keep = () => {
    const draft = { text: box.value, name: name ? name.value : "", base };
    try {
      if (isSaved(draft) && !("posted" in form.dataset)) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full or forbidden store: the text stays in the page.
    }
  };
  const drop = () => {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  };
  const show = (which, on) => showParts(form, which, on);
  const use = (draft) => {
    put(draft.text);
    if (name) name.value = draft.name;
  };

  // ---- Asking the server

  const questions = new Questions(form, {
    url: form.dataset.judge,
    target: "#deck-live",
    pause: PAUSE,
    next: (again) => {
      if (box.value === judged && !taps.length && !file?.files.length && !again) return null;
      const question = { text: box.value, edits: taps, stale: false };
      taps = [];
      return question;
    },
    values: (question) => ({ edit: question.edits }),
    ended: (question) => {
      if (question.failed) taps = question.edits.concat(taps);
      else if (taps.length) questions.ask();
      else if (box.value !== judged) questions.later();
      show("deck-offline", question.failed && !questions.stopped);
    },
  });

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (!questions.isAnswer(event)) return;
    const { sent } = questions;
    const { status } = event.detail.xhr;
    questions.stopped = status === 403 || status === 404;
    sent.failed = status !== 200;
    if (sent.failed) {
      if (!questions.stopped) event.detail.shouldSwap = false;
      return;
    }
    if (box.value !== sent.text) {
      // Typed on meanwhile: the answer is about another text, the taps are asked about again.
      event.detail.shouldSwap = false;
      sent.stale = true;
      taps = sent.edits.concat(taps);
    }
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    const { sent } = questions;
    if (!questions.isAnswer(event) || sent.failed || sent.stale) return;
    const live = document.getElementById("deck-live");
    if (live.dataset.text !== undefined) put(live.dataset.text);
    if (file) file.value = "";
    judged = box.value;
    number();
    keep();
    const lost = document.activeElement === document.body && sent.edits.length;
    if (lost) document.getElementById("deck-list")?.focus({ preventScroll: true });
  });
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const words = (node) => node.textContent.replace(/\s+/g, " ").trim();
    const { target, fragment } = event.detail;
    // The same verdict is not announced twice; results of an older search are left out.
    if (target.id === "deck-verdict" && words(target) === words(fragment)) event.detail.shouldSwap = false;
    const query = form.elements.namedItem("q");
    const about = fragment.firstElementChild?.dataset?.query;
    if (target.id === "deck-found" && about !== query.value.trim().replace(/\s+/g, " "))
      event.detail.shouldSwap = false;
  });

  // ---- What people do

  box.addEventListener("input", () => {
    number();
    keep();
    questions.later();
  });
  name?.addEventListener("input", keep);
  form.addEventListener("change", (event) => {
    if (event.target.matches("[data-deck-setting], [data-deck-file]")) questions.askAgain();
  });
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button?.name === "edit") taps.push(button.value);
    if (button?.name === "find") window.htmx.trigger("#deck-search", "find");
    if (["edit", "judge", "find"].includes(button?.name)) {
      event.preventDefault();
      if (button.name !== "find") questions.askAgain();
      return;
    }
    keep();
    if (!navigator.onLine) {
      event.preventDefault();
      show("deck-offline", true);
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-line]");
    if (link) {
      event.preventDefault();
      showLine(box, lines(), Number(link.dataset.line));
    }
  });
  for (const button of form.querySelectorAll("[data-draft-use]")) {
    button.addEventListener("click", () => {
      use(waiting);
      show("draft-waiting", false);
      keep();
      questions.ask();
      box.focus();
    });
  }
  for (const button of form.querySelectorAll("[data-draft-drop]")) {
    button.addEventListener("click", () => {
      use(saved);
      drop();
      show("draft-waiting", false);
      show("draft-restored", false);
      questions.ask();
      box.focus();
    });
  }
  window.addEventListener("online", () => questions.askAgain());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) questions.askAgain();
  });

  // ---- Coming back

  const waiting = kept();
  if ("posted" in form.dataset || box.value !== saved.text) keep();
  else if (waiting && isSaved(waiting)) drop();
  else if (waiting && waiting.base === base && !("version" in form.dataset)) {
    use(waiting);
    show("draft-restored", Boolean(form.dataset.base));
    questions.ask();
  } else if (waiting) show("draft-waiting", true);
  for (const part of form.querySelectorAll("[data-without-scripts]")) part.hidden = true;
  number();
  questions.ask();
  form.querySelector("[data-focus]")?.focus();
};

// A locked list still shows what was typed on this device and never saved.
const showLost = () => {
  const place = document.querySelector("[data-draft-locked]");
  if (!place) return;
  try {
    const draft = JSON.parse(localStorage.getItem(`dueldesk.deck.${place.dataset.draftLocked}`));
    const saved = document.getElementById("deck-saved-text")?.textContent.trim() ?? "";
    if (!draft?.text.trim() || draft.text.trim() === saved) return;
    place.querySelector("[data-draft-text]").textContent = draft.text;
    place.hidden = false;
  } catch {
    // Nothing was kept.
  }
};
document.addEventListener("DOMContentLoaded", () => {
  start();
  showLost();
});
