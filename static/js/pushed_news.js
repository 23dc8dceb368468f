// Showing what everybody at an event is pushed: the round's clock, and the announcements that stand.
//
// The server pushes facts that its public pages have too (`config/serving/pushed.py`); the words are in the page
// (#pushed-clock, #pushed-announcement). What the server draws of the same takes its place later.
import { languageOf } from "./following.js";
import { say } from "./regions.js";

const templateOf = (id) => document.querySelector(id)?.content.firstElementChild;

const drawnClock = (template, { ends, seconds, face, gone, over, turns }) => {
  const clock = document.importNode(template, true);
  clock.dataset.seconds = seconds;
  if (ends !== null) clock.dataset.ends = ends;
  clock.classList.toggle("clock-paused", ends === null);
  clock.classList.toggle("clock-over", over);
  if (ends !== null) clock.querySelector("[data-clock-paused]").remove();
  if (!turns) clock.querySelector("[data-clock-extra-turns]").remove();
  clock.querySelector("[data-clock-face]").textContent = face;
  clock.querySelector("[data-clock-ring]").setAttribute("stroke-dashoffset", gone);
  return clock;
};

// Puts the clock of a round into the places under `root` that show it, by the round's number or as the event's. Where no
// clock runs, all go.
const pushClock = (root, { round, clock }) => {
  const template = templateOf("#pushed-clock");
  if (!template) return;
  for (const place of root.querySelectorAll("[data-clock-slot]")) {
    if (clock && !["newest", String(round)].includes(place.dataset.clockSlot)) continue;
    place.querySelector(".clock")?.remove();
    if (clock) place.prepend(drawnClock(template, clock));
  }
};

const drawnAnnouncement = (template, one, event) => {
  const notice = document.importNode(template, true);
  Object.assign(notice.dataset, { announcement: one.id, of: event.key });
  if (one.until !== null) notice.dataset.shownUntil = one.until;
  const link = notice.querySelector("[data-event-link]");
  if (link) [link.href, link.textContent] = [event.address, event.title];
  notice.querySelector(".announcement").textContent = one.text;
  const made = notice.querySelector("time");
  [made.dateTime, made.textContent] = [one.at, one.made[languageOf()]];
  const end = one.end[languageOf()];
  notice.querySelector("[data-end]").textContent = end && `· ${end}`;
  return notice;
};

// Puts the announcements of an event where those stand that the page has of it, else on top, and reads a new one out. An
// older one comes without its text: the page has it, or gets it with the next answer.
const pushAnnouncements = (announcements, event) => {
  const [list, template] = [document.querySelector("#announcements"), templateOf("#pushed-announcement")];
  if (!list || !template) return;
  const old = [...list.children].filter((one) => one.dataset.of === event.key);
  const known = new Map(old.map((one) => [Number(one.dataset.announcement), one]));
  const behind = old.length ? old.at(-1).nextElementSibling : list.firstElementChild;
  for (const one of announcements) {
    const notice = known.get(one.id) ?? (one.text && drawnAnnouncement(template, one, event));
    if (notice) list.insertBefore(notice, behind);
  }
  const standing = new Set(announcements.map((one) => one.id));
  for (const [id, one] of known) if (!standing.has(id)) one.remove();
  const newest = announcements[0];
  if (!newest || known.has(newest.id)) return;
  say(newest.text);
  list.dataset.said = newest.text;
};

// Shows the news of an event (`address`, `title`): the clock under `roots`, the announcements on the page.
export const pushNews = (news, roots, event) => {
  for (const root of roots) pushClock(root, news);
  pushAnnouncements(news.announcements, { ...event, key: news.mark.split(".")[0] });
  dispatchEvent(new Event("dueldesk:renewed"));
};
