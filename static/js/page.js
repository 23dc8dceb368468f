// Small comforts on every page. Each page works without them.
(() => {
  "use strict";

  const { reports } = document.currentScript.dataset;

  // A menu closes on Escape and on a click elsewhere.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // [data-copy="#id"] copies the value or text of an element and says so in its own words.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const source = document.querySelector(button.dataset.copy);
    const text = source.value ?? source.textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      source.select?.();
      document.execCommand("copy");
    }
    const words = button.querySelector("[data-words]") ?? button;
    if (button.dataset.copied) words.textContent = button.dataset.copied;
  });

  // Signing out takes along what the phone keeps (static/js/kept.js); a report that was not sent is asked about first.
  // Where no question comes ("now"), the seats go; My page keeps those of who stays again.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches?.("[data-signs-out]")) return;
    try {
      if (localStorage.getItem("dueldesk-reports")) {
        const ask = Object.assign(document.createElement("input"), { type: "hidden", name: "ask", value: "1" });
        event.target.append(ask);
      } else if (event.target.dataset.signsOut === "now") localStorage.removeItem("dueldesk-seats");
    } catch {
      // Nothing is kept in this browser.
    }
  });

  // [data-print] prints the page.
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  const showScripted = () => {
    for (const hidden of document.querySelectorAll("[data-with-scripts]")) hidden.hidden = false;
  };
  const start = () => {
    showScripted();
    for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
      const strip = tab.closest(".tabs");
      strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
    }
    // After a refused form the first wrong field has the focus.
    document.querySelector(".is-invalid")?.focus();
  };
  document.addEventListener("DOMContentLoaded", start);

  // Reports that this phone keeps (static/js/kept.js) are sent, and spoken of, by whichever page is opened.
  try {
    if (reports && localStorage.getItem("dueldesk-reports")) import(reports);
  } catch {
    // Nothing is kept in this browser.
  }

  // A link in [data-sheet="#place"] opens in that place of a dialog.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-sheet] a.cell-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    htmx.ajax("GET", link.getAttribute("href"), { target: link.closest("[data-sheet]").dataset.sheet, source: link });
  });

  // What htmx puts into a <dialog> opens it.
  document.addEventListener("htmx:afterSwap", (event) => {
    const dialog = event.target.closest?.("dialog");
    if (dialog && !dialog.open) dialog.showModal();
  });

  // What live.js replaces is made ready like everything else.
  addEventListener("dueldesk:renewed", () => {
    showScripted();
  });

  // After a swap htmx keeps the focus where the answer asks for it.
  document.addEventListener("htmx:afterSettle", (event) => {
    showScripted();
    event.target.querySelector?.("[data-focus]")?.focus();
  });
})();
