// The editor of a game pack: saved and judged while it is typed, one question to the server at a time. An answer about an
// older text is not shown, but it says which state of the draft has been saved.
import { Questions, numberLines, showLine, showParts, undoable } from "./typing.js";

const start = () => {
  const form = document.getElementById("pack-form");
  const box = document.getElementById("pack-text");
  if (!form || !box) return;

  const PAUSE = 600; // milliseconds after the last key
  const file = form.querySelector("[data-pack-file]");
  const revision = form.querySelector("[data-pack-revision]");
  const boxes = [...form.querySelectorAll("textarea")];
  let leaving = false;

  const state = () => JSON.stringify(boxes.map((one) => one.value));
  let saved = JSON.stringify(boxes.map((one) => one.defaultValue)); // what was typed before this ran is not yet saved

  // ---- Line numbers

  const linesOf = (area) => document.getElementById(area.dataset.lines);
  const number = (area) => {
    const list = linesOf(area);
    if (list) numberLines(area, list);
  };
  const numberAll = () => boxes.forEach(number);
  const put = undoable(box, form.querySelector("[data-pack-undo]"), {
    changed: () => number(box),
    undone: () => {
      box.focus();
      questions.ask();
    },
  });

  // ---- Asking the server

  const say = (part, on) => showParts(form, `pack-${part}`, on);
  const questions = new Questions(form, {
    url: form.action,
    target: "#pack-live",
    pause: PAUSE,
    next: (again) => (state() === saved && !again && !file.files.length ? null : { state: state() }),
    ended: (question) => {
      say("signed-out", Boolean(question.signedOut));
      say("offline", question.failed && !questions.stopped && !question.signedOut);
      if (!question.failed && (state() !== saved || questions.again)) questions.later();
    },
  });

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (!questions.isAnswer(event)) return;
    const { sent } = questions;
    const { xhr } = event.detail;
    if (new URL(xhr.responseURL).pathname !== new URL(form.action).pathname) {
      // Sent on to the sign-in page: the text stays here, and the next try finds the person signed in again.
      sent.signedOut = true;
      event.detail.shouldSwap = false;
      return;
    }
    sent.failed = ![200, 409, 422].includes(xhr.status);
    const kept = xhr.getResponseHeader("Pack-Revision");
    if (kept) {
      revision.value = kept;
      saved = sent.state;
    }
    // Somebody else saved the draft, or it is gone: nothing is sent before that is settled.
    if ([403, 404, 409].includes(xhr.status)) questions.stopped = true;
    if (!questions.stopped && (sent.failed || state() !== sent.state)) event.detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.requestConfig?.elt !== form) return;
    const live = document.getElementById("pack-live");
    if (live?.dataset.text !== undefined) {
      put(live.dataset.text);
      questions.again = true;
    }
    file.value = "";
    numberAll();
  });

  // ---- What the writer does

  for (const area of boxes) {
    area.addEventListener("input", () => {
      number(area);
      questions.later();
    });
  }
  file.addEventListener("change", () => questions.ask());
  form.addEventListener("change", (event) => {
    if (!event.target.matches("[data-pack-ask]")) return;
    questions.askAgain();
  });
  form.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-line]");
    if (link) {
      event.preventDefault();
      const area = document.getElementById(link.dataset.box);
      showLine(area, linesOf(area), Number(link.dataset.line));
      return;
    }
    const use = event.target.closest("[data-pack-use]");
    if (use) {
      const sample = document.getElementById("sample-text");
      sample.value = document.querySelector(use.dataset.packUse).textContent;
      sample.focus();
      questions.ask();
      return;
    }
    const over = event.target.closest("[data-pack-overwrite]");
    if (over) {
      event.preventDefault();
      revision.value = over.dataset.packOverwrite;
      questions.stopped = false;
      questions.askAgain();
    }
    if (event.target.closest("[data-pack-theirs]")) leaving = true;
  });
  form.addEventListener("submit", (event) => {
    if (questions.stopped || event.submitter?.name !== "check") {
      leaving = true;
      return;
    }
    event.preventDefault();
    questions.askAgain();
  });
  document.body.addEventListener("htmx:beforeOnLoad", (event) => {
    // What was typed is kept in another draft, and the page goes there.
    if (event.detail.xhr.getResponseHeader("HX-Redirect")) leaving = true;
  });
  window.addEventListener("beforeunload", (event) => {
    if (!leaving && state() !== saved) event.preventDefault();
  });

  numberAll();
  if (state() !== saved) questions.later();
  if (location.hash.startsWith("#pack-line-")) showLine(box, linesOf(box), Number(location.hash.slice(11)));
};

document.addEventListener("DOMContentLoaded", start);
