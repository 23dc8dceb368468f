// The editor of a game pack: saved and judged while it is typed, one question to the server at a time. An answer about an
// older text is not shown, but it says which state of the draft has been saved.
(() => {
  "use strict";

  const start = () => {
    const form = document.getElementById("pack-form");
    const box = document.getElementById("pack-text");
    if (!form || !box) return;

    const PAUSE = 600; // after the last key
    const RETRY = 5000; // after no answer
    const file = form.querySelector("[data-pack-file]");
    const undo = form.querySelector("[data-pack-undo]");
    const revision = form.querySelector("[data-pack-revision]");
    const boxes = [...form.querySelectorAll("textarea")];
    const past = []; // texts before each file, for Undo
    let sent = null; // the question under way: { state, failed }
    let asked = false; // an answer is wanted though the text is the same
    let stopped = false; // somebody else saved the draft, or it is gone: nothing is sent before it is settled
    let leaving = false;
    let timer = 0;

    const state = () => JSON.stringify(boxes.map((one) => one.value));
    let saved = state();

    // ---- Line numbers

    const number = (area) => {
      const list = document.getElementById(area.dataset.lines);
      if (!list) return;
      const count = area.value.split("\n").length;
      while (list.children.length < count) list.append(document.createElement("li"));
      while (list.children.length > count) list.lastElementChild.remove();
      area.rows = count + 2;
    };
    const numberAll = () => boxes.forEach(number);
    const showLine = (area, line) => {
      const lines = area.value.split("\n");
      const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      const details = area.closest("details");
      if (details) details.open = true;
      area.focus({ preventScroll: true });
      area.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
      const row = document.getElementById(area.dataset.lines)?.children[line - 1];
      (row ?? area).scrollIntoView({ block: "center" });
    };
    const put = (text) => {
      if (text === box.value) return;
      past.push(box.value);
      undo.hidden = false;
      box.value = text;
      number(box);
    };

    // ---- Asking the server

    const say = (part, on) => {
      for (const shown of form.querySelectorAll(`[data-pack-${part}]`)) shown.hidden = !on;
    };
    const later = (pause) => {
      clearTimeout(timer);
      timer = setTimeout(ask, pause);
    };
    const ask = () => {
      clearTimeout(timer);
      if (sent || stopped) return;
      if (state() === saved && !asked && !file.files.length) return;
      asked = false;
      const question = { state: state(), failed: true };
      sent = question;
      form.classList.add("is-asking");
      const done = () => {
        sent = null;
        form.classList.remove("is-asking");
        say("signed-out", Boolean(question.signedOut));
        say("offline", question.failed && !stopped && !question.signedOut);
        if (question.failed) {
          asked = true;
          if (!stopped) later(RETRY);
        } else if (state() !== saved || asked) later(PAUSE);
      };
      window.htmx.ajax("POST", form.action, { source: form, target: "#pack-live", swap: "outerHTML" }).then(done, done);
    };

    document.body.addEventListener("htmx:beforeSwap", (event) => {
      const { xhr, requestConfig } = event.detail;
      if (requestConfig?.elt !== form || !sent) return;
      if (new URL(xhr.responseURL).pathname !== new URL(form.action).pathname) {
        // Sent on to the sign-in page: the text stays here, and the next try finds whoever has signed in again.
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
      if ([403, 404].includes(xhr.status)) stopped = true;
      if (xhr.status === 409) stopped = true;
      if (sent.failed && !stopped) event.detail.shouldSwap = false;
      if (!sent.failed && !stopped && state() !== sent.state) event.detail.shouldSwap = false;
    });
    document.body.addEventListener("htmx:afterSwap", (event) => {
      if (event.detail.requestConfig?.elt !== form) return;
      const live = document.getElementById("pack-live");
      if (live?.dataset.text !== undefined) {
        put(live.dataset.text);
        asked = true;
      }
      file.value = "";
      numberAll();
    });

    // ---- What the writer does

    for (const area of boxes) {
      area.addEventListener("input", () => {
        number(area);
        later(PAUSE);
      });
    }
    file.addEventListener("change", ask);
    undo.addEventListener("click", () => {
      if (past.length) box.value = past.pop();
      undo.hidden = past.length === 0;
      number(box);
      box.focus();
      ask();
    });
    form.addEventListener("change", (event) => {
      if (!event.target.matches("[data-pack-ask]")) return;
      asked = true;
      ask();
    });
    form.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-line]");
      if (link) {
        event.preventDefault();
        showLine(document.getElementById(link.dataset.box), Number(link.dataset.line));
        return;
      }
      const use = event.target.closest("[data-pack-use]");
      if (use) {
        const sample = document.getElementById("sample-text");
        sample.value = document.querySelector(use.dataset.packUse).textContent;
        sample.focus();
        ask();
        return;
      }
      const over = event.target.closest("[data-pack-overwrite]");
      if (over) {
        event.preventDefault();
        revision.value = over.dataset.packOverwrite;
        stopped = false;
        asked = true;
        ask();
      }
      if (event.target.closest("[data-pack-theirs]")) leaving = true;
    });
    form.addEventListener("submit", (event) => {
      if (stopped || event.submitter?.name !== "check") {
        leaving = true;
        return;
      }
      event.preventDefault();
      asked = true;
      ask();
    });
    document.body.addEventListener("htmx:beforeOnLoad", (event) => {
      // What was typed is kept in another draft, and the page goes there.
      if (event.detail.xhr.getResponseHeader("HX-Redirect")) leaving = true;
    });
    window.addEventListener("beforeunload", (event) => {
      if (!leaving && state() !== saved) event.preventDefault();
    });

    numberAll();
    if (location.hash.startsWith("#pack-line-")) showLine(box, Number(location.hash.slice(11)));
  };

  document.addEventListener("DOMContentLoaded", start);
})();
