// What this phone keeps by itself: where its players sat last, and reports that have not reached the server.
//
// It lies in the browser's own store, which works without a network and on a site without https. Everything is kept with
// the players it belongs to, two of them where siblings are one team, and goes with the last of them. A browser that keeps
// nothing is no fault: then nothing is kept.
const SEATS = "dueldesk-seats";
const REPORTS = "dueldesk-reports";
const MAX_AGE_MS = 2 * 24 * 3600_000; // Longer than any event lasts.

const read = (key) => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (!Array.isArray(kept)) return [];
    // Rows of an earlier release name one player.
    const named = kept.map((one) => ({ ...one, players: one.players ?? [one.player].filter(Boolean) }));
    return named.filter((one) => Date.now() - one.at < MAX_AGE_MS);
  } catch {
    return [];
  }
};

// Whether it could be kept.
const write = (key, rows) => {
  try {
    if (rows.length) localStorage.setItem(key, JSON.stringify(rows));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
};

export const seats = () => read(SEATS);

// `found` are all that the page of the phone's players shows; others are no longer here, or play no longer.
export const keepSeats = (found) => write(SEATS, found);

export const reports = () => read(REPORTS);

// A report takes the place of one about the same game, or about the whole match, that was not sent either.
export const keepReport = (report) =>
  write(REPORTS, [
    ...reports().filter((one) => one.id !== report.id && !(one.about === report.about && one.entry === report.entry)),
    report,
  ]);

export const changeReport = (id, change) =>
  write(
    REPORTS,
    reports().map((one) => (one.id === id ? { ...one, ...change } : one)),
  );

export const dropReport = (id) =>
  write(
    REPORTS,
    reports().filter((one) => one.id !== id),
  );

// Whether something goes when these players do: it belongs to nobody else. Everything does where none are named.
export const goesWith = (one, players) =>
  players === undefined || one.players.every((player) => players.includes(String(player)));

// Everything of these players; of every player where none are named.
export const forget = (players) => {
  const without = (rows) =>
    rows
      .filter((one) => !goesWith(one, players))
      .map((one) => ({ ...one, players: one.players.filter((other) => !players.includes(String(other))) }));
  write(SEATS, without(seats()));
  write(REPORTS, without(reports()));
};
