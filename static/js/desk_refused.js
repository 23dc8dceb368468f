// Typed lines that were refused stay in a list until they are entered after all, or dismissed: who types fast has the
// next slip in the line before the answer comes, and would not see that one is missing.
(() => {
  "use strict";

  const list = document.querySelector("#typed-refused");
  if (!list) return;
  const field = () => document.querySelector("[data-desk-line]");
  let refused = []; // Each line as typed, with the reason; one for each table.

  // The table, with the board: what two lines about one slip have in common.
  const slip = (typed) => {
    const plain = typed.normalize("NFKC").trim().toLowerCase();
    const found = plain.match(/^(\d+)\s*([ab](?![a-z]))?/);
    return found ? `${Number(found[1])}${found[2] ?? ""}` : plain;
  };

  const forget = (typed) => {
    refused = refused.filter((one) => slip(one.typed) !== slip(typed));
  };

  const item = ({ typed, why }) => {
    const shown = list.querySelector("template").content.cloneNode(true);
    shown.querySelector("[data-line]").textContent = typed;
    shown.querySelector("[data-why]").textContent = why;
    shown.querySelector("[data-again]").addEventListener("click", () => {
      field().value = typed;
      field().focus();
      field().dispatchEvent(new Event("input", { bubbles: true }));
    });
    shown.querySelector("[data-dismiss]").addEventListener("click", () => {
      forget(typed);
      show();
      field()?.focus();
    });
    return shown;
  };

  // The line that stands in the field, with its reason below it, is not said twice.
  const show = () => {
    const inField = field()?.classList.contains("is-invalid") ? field().value.trim() : "";
    const others = refused.filter((one) => one.typed !== inField);
    list.querySelector("ul").replaceChildren(...others.map(item));
    list.hidden = others.length === 0;
  };

  addEventListener("dueldesk:line", ({ detail }) => {
    forget(detail.typed);
    if (detail.why && detail.typed.trim()) refused.push({ typed: detail.typed.trim(), why: detail.why.trim() });
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    // What is typed next takes the place of a line that was refused.
    if (event.target.id === "typed-form" && field()?.classList.contains("is-invalid")) field().select();
    show();
  });
  document.addEventListener("input", (event) => {
    if (event.target === field()) show();
  });
})();
