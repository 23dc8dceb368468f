// Showing a table that came with the news of a new round, before anything is asked for.
//
// The server pushes facts that the public pairings page has too; the words are in the page (#pushed-match, -pod, -bye).
// What the server draws of the same seat takes its place later.
import { languageOf, version } from "./following.js";
import { put, say } from "./regions.js";

const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);

// Writes who sits in a pod, in the order of turns, into its list.
const fillSeats = (list, { mates, seat }) => {
  const names = [...mates.slice(0, seat - 1), list.dataset.you, ...mates.slice(seat - 1)];
  names.forEach((name, place) => {
    const line = document.createElement("li");
    const number = document.createElement("span");
    number.className = "figures";
    number.textContent = `${place + 1}.`;
    line.append(number, ` ${name}`);
    if (place === seat - 1) line.className = "opponent";
    list.append(line);
  });
};

const newest = new Map(); // The version that each entry's seat was last pushed for.

// The section that shows these facts; null where the page has none, as where nothing is pushed into it.
const drawn = (facts, moved) => {
  const words = document.querySelector(facts.match ? "#pushed-match" : facts.mates ? "#pushed-pod" : "#pushed-bye");
  if (!words) return null;
  const section = document.importNode(words.content.firstElementChild, true);
  for (const slot of section.querySelectorAll("[data-words]")) slot.textContent = fill(slot.dataset.words, facts);
  for (const link of section.querySelectorAll("[data-href]")) link.setAttribute("href", fill(link.dataset.href, facts));
  const list = section.querySelector(".mates");
  if (list) fillSeats(list, facts);
  section.querySelector(".moved-here")?.toggleAttribute("hidden", !moved);
  section.querySelector("[data-who]")?.toggleAttribute("hidden", !facts.who);
  section.dataset.sits = facts.sits;
  for (const slot of section.querySelectorAll("[data-clock-slot]")) slot.dataset.clockSlot = facts.sits.split(".")[0];
  return section;
};

// Puts a pushed seat into `place`, which shows the seat of its entry or none yet; whether it says anything new.
// `address` is that of the event, `prefix` stands before the round's name.
export const pushSeat = (news, place, address, prefix = "") => {
  if (version(news.mark) < (newest.get(news.entry) ?? 0)) return false;
  newest.set(news.entry, version(news.mark));
  const sat = place.querySelector("[data-sits]")?.dataset.sits ?? "";
  if (sat === news.sits) return false;
  const [round, who] = [news.round[languageOf()], news.who?.[languageOf()] ?? ""];
  const facts = { ...news, event: prefix, round, who, table: news.table ?? "–", address };
  const section = drawn(facts, sat.split(".")[0] === news.sits.split(".")[0]);
  if (!section) return false;
  const fresh = place.cloneNode(false);
  fresh.append(section);
  put(place, fresh);
  say(fill(section.dataset.saidWords, { ...facts, mates: news.mates?.join(section.dataset.between) }));
  return true;
};
