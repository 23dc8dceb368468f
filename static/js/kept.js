// What this phone keeps by itself: where its players sat last, and reports that have not reached the server.
//
// Seats lie in the browser's own store, reports in the queue (queue.js), which the service worker reads too; both work
// without a network and on a site without https. Everything is kept with the players it belongs to, two of them where
// siblings are one team, and goes with the last of them. A browser that keeps nothing is no fault: then nothing is kept.
import {} from "./queue.js";

const SEATS = "dueldesk-seats";
const REPORTS = "dueldesk-reports"; // Whether reports are kept, for page.js; an earlier release kept them here.
const MAX_AGE_MS = 2 * 24 * 3600_000; // Longer than any event lasts.

export const queue = globalThis.reportQueue;

const read = (key) => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (!Array.isArray(kept)) return [];
    // Rows of an earlier release name one player.
    return kept.map((one) => ({ ...one, players: one.players ?? [one.player].filter(Boolean) }));
  } catch {
    return [];
  }
};

const write = (key, value) => {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // Nothing is kept in this browser.
  }
};

export const seats = () => read(SEATS).filter((one) => Date.now() - one.at < MAX_AGE_MS);

// `found` are all that the page of the phone's players shows; others are no longer here, or play no longer.
export const keepSeats = (found) => write(SEATS, found.length ? JSON.stringify(found) : "");

// Says to page.js whether reports are kept, and to other pages that something about them has changed.
export const markReports = (rows) => {
  if (read(REPORTS).length === 0) write(REPORTS, rows.map((one) => `${one.id}.${one.state}`).join(" "));
};

// Puts reports that an earlier release kept into the queue.
export const moveReports = async () => {
  const found = read(REPORTS);
  const moved = found.map(({ refused, ...one }) =>
    refused ? { ...one, state: "refused", words: refused } : { ...one, state: "waiting" },
  );
  if (found.length && (await queue.adopt(moved))) write(REPORTS, "");
};

// Everything of these players; of every player where none are named.
export const forget = async (players) => {
  keepSeats(
    seats()
      .filter((one) => !queue.goesWith(one, players))
      .map((one) => ({ ...one, players: one.players.filter((other) => !players.includes(String(other))) })),
  );
  await moveReports();
  await queue.forget(players);
  markReports(await queue.all());
};
