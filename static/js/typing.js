// What the editors of decks and of packs share: numbered lines beside a text box, Undo, and one question to the server
// at a time about what is typed.

const RETRY = 5000; // after no answer

/** Make `list` hold as many items as `area` has lines; the box grows with its text. */
export const numberLines = (area, list, fewestRows = 0) => {
  const count = area.value.split("\n").length;
  while (list.children.length < count) list.append(document.createElement("li"));
  while (list.children.length > count) list.lastElementChild.remove();
  area.rows = Math.max(fewestRows, count + 2);
};

/** Select a line of `area`, counted from 1, and bring it into view. */
export const showLine = (area, list, line) => {
  const lines = area.value.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const details = area.closest("details");
  if (details) details.open = true;
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
  (list?.children[line - 1] ?? area).scrollIntoView({ block: "center" });
};

/** Show or hide the parts of `form` that carry the attribute `data-<name>`. */
export const showParts = (form, name, on) => {
  for (const part of form.querySelectorAll(`[data-${name}]`)) part.hidden = !on;
};

/**
 * Let `button` take back what `put`, the function that is returned, writes into `box`.
 * `changed` runs after either, `undone` after the button.
 */
export const undoable = (box, button, { changed, undone }) => {
  const past = [];
  button?.addEventListener("click", () => {
    box.value = past.pop() ?? box.value;
    button.hidden = !past.length;
    changed();
    undone();
  });
  return (text) => {
    if (text === box.value) return;
    past.push(box.value);
    if (button) button.hidden = false;
    box.value = text;
    changed();
  };
};

/**
 * Questions of `form` to the server, one at a time: while one is under way, the next waits for its answer.
 *
 * `next(again)` gives the question, an object, or null where nothing is new; `again` is true when an answer is wanted
 * though the text is the same. `values(question)` are further fields to send. `ended(question)` runs once it is
 * answered or lost. The code that reads the answer sets `question.failed` to false; a failed question is asked again.
 */
export class Questions {
  /** The question under way, or null. */
  sent = null;
  /** Whether an answer is wanted though the text is the same: another setting, another try. */
  again = false;
  /** Whether the server takes no more questions. */
  stopped = false;
  #timer = 0;

  constructor(form, { url, target, pause, next, values, ended }) {
    Object.assign(this, { form, url, target, pause, next, values, ended });
  }

  /** Ask when nothing has been typed for a while. */
  later(pause = this.pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.ask(), pause);
  }

  ask() {
    clearTimeout(this.#timer);
    if (this.sent || this.stopped) return;
    const question = this.next(this.again);
    if (!question) return;
    this.again = false;
    question.failed = true;
    this.sent = question;
    this.form.classList.add("is-asking");
    const done = () => this.#end(question);
    const { form: source, target } = this;
    window.htmx
      .ajax("POST", this.url, { source, target, swap: "outerHTML", values: this.values?.(question) })
      .then(done, done);
  }

  askAgain() {
    this.again = true;
    this.ask();
  }

  /** Whether an event of htmx is about the answer to the question under way. */
  isAnswer(event) {
    return Boolean(this.sent) && event.detail.requestConfig?.elt === this.form;
  }

  #end(question) {
    this.sent = null;
    this.form.classList.remove("is-asking");
    if (question.failed) {
      this.again = true;
      if (!this.stopped) this.later(RETRY);
    }
    this.ended(question);
  }
}
