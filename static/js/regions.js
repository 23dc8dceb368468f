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
