// Putting what is new on a page in the place of what was there.

const openDetails = (region) => [...region.querySelectorAll("details")].map((one) => one.open);

// Open details, the scrolled table and the focus of a link stay.
export const put = (old, fresh) => {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const path = focused?.getAttribute("href") ?? null;
  const open = openDetails(old);
  const side = [...old.querySelectorAll(".scroll-x")].map((one) => one.scrollLeft);
  old.replaceWith(fresh);
  fresh.querySelectorAll("details").forEach((one, at) => (one.open = open[at] ?? one.open));
  fresh.querySelectorAll(".scroll-x").forEach((one, at) => (one.scrollLeft = side[at] ?? 0));
  if (path !== null) {
    [...fresh.querySelectorAll("a[href]")]
      .find((one) => one.getAttribute("href") === path)
      ?.focus({ preventScroll: true });
  }
};

export const say = (words) => {
  const said = document.querySelector("#live-said");
  if (said && words) said.textContent = words;
};

// Whether a form in this region has been sent and is not yet answered.
export const isBusy = (region) => region.querySelector(".htmx-request") !== null;

let answered = 0;
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig?.verb === "post") answered += 1;
});
addEventListener("dueldesk:answered", () => (answered += 1)); // A report that was sent by the page's own script.

// How many forms of this page have been answered: what was asked for before the last of them may be older than it.
export const formsAnswered = () => answered;

// --- What somebody is filling in ---

const isChanged = (field) => {
  if (field.type === "hidden") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const usual = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(usual, 0);
};

const isWrittenIn = (region) =>
  [...region.querySelectorAll("input, select, textarea")].some(isChanged) ||
  (region.contains(document.activeElement) && document.activeElement.matches("input[type=text], select, textarea"));

// A region without what differs in every answer, or moves by itself.
export const gist = (region) => {
  const copy = region.cloneNode(true);
  for (const field of copy.querySelectorAll("[name=csrfmiddlewaretoken], [name=key]")) field.remove();
  for (const one of copy.querySelectorAll("details")) one.removeAttribute("open");
  for (const one of copy.querySelectorAll(".changed")) one.classList.remove("changed");
  for (const kept of copy.querySelectorAll("[data-reports-of]")) {
    kept.replaceChildren();
    delete kept.dataset.shown;
  }
  for (const clock of copy.querySelectorAll(".clock")) clock.replaceWith(clock.dataset.ends ?? clock.textContent);
  return copy.innerHTML.replace(/\s+/g, " ");
};

// Whether a region stays as it is for now.
export const isHeld = (region) => isBusy(region) || isWrittenIn(region);

// Regions that stay have an id: the line above them names it.
const noteOf = (region) => document.querySelector(`[data-kept="${region.id}"]`);

// Says above a region that it is kept as somebody is filling it in, and offers what is new (nothing: it goes).
export const keep = (region, fresh) => {
  if (isBusy(region) || document.querySelector("#kept-note") === null) return;
  noteOf(region)?.remove();
  const note = document.importNode(document.querySelector("#kept-note").content.firstElementChild, true);
  note.dataset.kept = region.id;
  note.querySelector("button").addEventListener("click", () => {
    note.remove();
    if (fresh) show(region, fresh);
    else region.remove();
    dispatchEvent(new Event("dueldesk:renewed"));
  });
  region.before(note);
};

export const show = (region, fresh) => {
  noteOf(region)?.remove();
  put(region, fresh);
  htmx.process(fresh);
};

// Puts what is new in the place of a region, unless nothing is, or somebody is filling it in.
export const renew = (region, fresh) => {
  if (gist(region) === gist(fresh)) noteOf(region)?.remove();
  else if (isHeld(region)) keep(region, fresh);
  else show(region, fresh);
};
