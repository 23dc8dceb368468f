// Taking players off the phone: what the phone keeps goes with them, and a report that has not been
// sent is asked about first.
import { forget, goesWith, reports } from "./kept.js";
import { flush } from "./reports.js";

const note = document.querySelector("#unsent");
const form = [...note.parentElement.querySelectorAll("form")].at(-1); // The question's own.
const players = note.dataset.forgets ? note.dataset.forgets.split(" ") : undefined;
const unsent = () => reports().filter((one) => !one.refused && goesWith(one, players));
let isSure = false;

const show = () => {
  const found = unsent();
  note.hidden = found.length === 0;
  note.querySelector("ul").replaceChildren(
    ...found.map((one) => Object.assign(document.createElement("li"), { textContent: one.says })),
  );
  return found.length > 0;
};

show();
form.addEventListener("submit", (event) => {
  if (!isSure && show()) {
    event.preventDefault();
    note.scrollIntoView({ block: "center" });
    note.querySelector("button").focus();
  } else forget(players);
});
note.querySelector("[data-send]").addEventListener("click", async () => {
  await flush();
  show();
});
note.querySelector("[data-throw-away]").addEventListener("click", () => {
  isSure = true;
  form.requestSubmit(form.querySelector("button[type=submit]"));
});
