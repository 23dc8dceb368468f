// Taking players off the phone: what the phone keeps goes with them, and a report that has not been
// sent is asked about first.
import { forget, queue } from "./kept.js";
import { flush } from "./reports.js";

const note = document.querySelector("#unsent");
const form = [...note.parentElement.querySelectorAll("form")].at(-1); // The question's own.
const players = note.dataset.forgets ? note.dataset.forgets.split(" ") : undefined;
let isSure = false;
let isForgotten = false;

const show = async () => {
  const found = (await queue.all()).filter((one) => queue.isUnsent(one) && queue.goesWith(one, players));
  note.hidden = found.length === 0;
  note
    .querySelector("ul")
    .replaceChildren(...found.map((one) => Object.assign(document.createElement("li"), { textContent: one.says })));
  return found.length > 0;
};

show();
const leave = async (pressed) => {
  if (!isSure && (await show())) {
    note.scrollIntoView({ block: "center" });
    note.querySelector("button").focus();
    return;
  }
  await forget(players);
  isForgotten = true;
  form.requestSubmit(pressed);
};
form.addEventListener("submit", (event) => {
  if (isForgotten) return;
  event.preventDefault();
  leave(event.submitter);
});
note.querySelector("[data-send]").addEventListener("click", async () => {
  await flush();
  await show();
});
note.querySelector("[data-throw-away]").addEventListener("click", () => {
  isSure = true;
  form.requestSubmit(form.querySelector("button[type=submit]"));
});
