// The form of a new event is fetched again when its game, match length or format changes. What is typed while that is
// under way stays; of two changes at once the second asks for both. What was unfolded stays so.
const PART = "new-event";

const valuesOf = (form) =>
  new Map(
    [...form.elements]
      .filter((field) => field.name && field.type !== "hidden" && field.type !== "submit")
      .map((field) => [
        `${field.name} ${field.type === "radio" || field.type === "checkbox" ? field.value : ""}`,
        field,
      ]),
  );
const worth = (field) => (field.type === "radio" || field.type === "checkbox" ? field.checked : field.value);
const foldOf = (details) => details.querySelector("[name]")?.name ?? "";

let unfolded = new Set(); // The folds that were open, each by the first field in it.
let asked = new Map(); // What the form held when it was sent, by field.
let typed = new Map(); // What was typed since.

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.target.id !== PART) return;
  asked = new Map([...valuesOf(detail.target)].map(([name, field]) => [name, worth(field)]));
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== PART) return;
  const now = [...valuesOf(detail.target)].map(([name, field]) => [name, worth(field)]);
  unfolded = new Set([...detail.target.querySelectorAll("details[open]")].map(foldOf));
  typed = new Map(now.filter(([name, value]) => asked.get(name) !== value));
});
document.addEventListener("htmx:afterSettle", () => {
  const form = document.querySelector(`#${PART}`);
  for (const [name, field] of form ? valuesOf(form) : []) {
    if (!typed.has(name)) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = typed.get(name);
    else field.value = typed.get(name);
  }
  for (const fold of form?.querySelectorAll("details") ?? []) if (unfolded.has(foldOf(fold))) fold.open = true;
  unfolded = new Set();
  typed = new Map();
});
