// The deck workspace: the list is judged while it is typed, one question to the server at a time, and an answer about
// an older text never touches a newer one. What is typed is kept on this device until it has been saved.
(() => {
  "use strict";

  const start = () => {
    const form = document.getElementById("deck-form");
    const box = document.getElementById("deck-text");
    if (!form || !box) return;

    const PAUSE = 400; // after the last key
    const RETRY = 5000; // after no answer
    const name = form.elements.namedItem("name");
    const file = form.querySelector("[data-deck-file]");
    const undo = form.querySelector("[data-deck-undo]");
    const past = []; // texts before each tap, for Undo
    let sent = null; // the question under way: { text, edits, stale, failed }
    let taps = []; // edits the server has not been asked about yet
    let judged = box.defaultValue; // the text of the newest verdict; what was typed before this ran is not yet judged
    let timer = 0;
    let shut = false; // the server does not know us any more

    // ---- The text box

    const number = () => {
      const list = document.getElementById("deck-lines");
      const count = box.value.split("\n").length;
      while (list.children.length < count) list.append(document.createElement("li"));
      while (list.children.length > count) list.lastElementChild.remove();
      box.rows = Math.max(12, count + 2);
    };
    const put = (text) => {
      if (text === box.value) return;
      past.push(box.value);
      if (undo) undo.hidden = false;
      box.value = text;
      number();
    };
    const showLine = (line) => {
      const lines = box.value.split("\n");
      const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      box.focus({ preventScroll: true });
      box.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
      const row = document.getElementById("deck-lines").children[line - 1];
      if (row) row.scrollIntoView({ block: "center" });
    };

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
    const show = (which, on) => {
      for (const part of form.querySelectorAll(`[data-${which}]`)) part.hidden = !on;
    };
    const use = (draft) => {
      put(draft.text);
      if (name) name.value = draft.name;
    };

    // ---- Asking the server

    const later = (pause) => {
      clearTimeout(timer);
      timer = setTimeout(ask, pause);
    };
    const ask = () => {
      clearTimeout(timer);
      if (sent || shut) return;
      if (box.value === judged && !taps.length && !file?.files.length && !asked) return;
      asked = false;
      const question = { text: box.value, edits: taps, stale: false, failed: true };
      sent = question;
      taps = [];
      form.classList.add("is-asking");
      const done = () => {
        sent = null;
        form.classList.remove("is-asking");
        if (question.failed) {
          taps = question.edits.concat(taps);
          asked = true;
          if (!shut) later(RETRY);
        } else if (taps.length) ask();
        else if (box.value !== judged) later(PAUSE);
        show("deck-offline", question.failed && !shut);
      };
      const values = { edit: question.edits };
      window.htmx.ajax("POST", form.dataset.judge, { source: form, target: "#deck-live", swap: "outerHTML", values }).then(done, done);
    };
    let asked = false; // a verdict is wanted though the text is the same: another setting, another try
    const askAgain = () => {
      asked = true;
      ask();
    };

    document.body.addEventListener("htmx:beforeSwap", (event) => {
      if (event.detail.requestConfig?.elt !== form || !sent) return;
      const status = event.detail.xhr.status;
      shut = status === 403 || status === 404;
      sent.failed = status !== 200;
      if (sent.failed) {
        if (!shut) event.detail.shouldSwap = false;
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
      if (event.detail.requestConfig?.elt !== form || !sent || sent.failed || sent.stale) return;
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
      if (target.id === "deck-found" && about !== query.value.trim().replace(/\s+/g, " ")) event.detail.shouldSwap = false;
    });

    // ---- What people do

    box.addEventListener("input", () => {
      number();
      keep();
      later(PAUSE);
    });
    name?.addEventListener("input", keep);
    form.addEventListener("change", (event) => {
      if (event.target.matches("[data-deck-setting], [data-deck-file]")) askAgain();
    });
    form.addEventListener("submit", (event) => {
      const button = event.submitter;
      if (button?.name === "edit") taps.push(button.value);
      if (button?.name === "find") window.htmx.trigger("#deck-search", "find");
      if (["edit", "judge", "find"].includes(button?.name)) {
        event.preventDefault();
        if (button.name !== "find") askAgain();
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
        showLine(Number(link.dataset.line));
      }
    });
    undo?.addEventListener("click", () => {
      box.value = past.pop() ?? box.value;
      undo.hidden = !past.length;
      number();
      keep();
      ask();
    });
    for (const button of form.querySelectorAll("[data-draft-use]")) {
      button.addEventListener("click", () => {
        use(waiting);
        show("draft-waiting", false);
        keep();
        ask();
        box.focus();
      });
    }
    for (const button of form.querySelectorAll("[data-draft-drop]")) {
      button.addEventListener("click", () => {
        use(saved);
        drop();
        show("draft-waiting", false);
        show("draft-restored", false);
        ask();
        box.focus();
      });
    }
    window.addEventListener("online", () => askAgain());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) askAgain();
    });

    // ---- Coming back

    const waiting = kept();
    if ("posted" in form.dataset || box.value !== saved.text) keep();
    else if (waiting && isSaved(waiting)) drop();
    else if (waiting && waiting.base === base && !("version" in form.dataset)) {
      use(waiting);
      show("draft-restored", Boolean(form.dataset.base));
      ask();
    } else if (waiting) show("draft-waiting", true);
    for (const part of form.querySelectorAll("[data-without-scripts]")) part.hidden = true;
    number();
    ask();
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
})();
