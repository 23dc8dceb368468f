// The share of long lists that this screen shows, where several screens share them: ?part=2/3 is the second of three.
const MAX_PARTS = 4;

// The part and of how many; null for the whole list, as for anything that names no part.
export const partAsked = () => {
  const named = /^(\d)\/(\d)$/.exec(new URLSearchParams(location.search).get("part") ?? "");
  const [part, parts] = named ? [Number(named[1]), Number(named[2])] : [0, 0];
  return part >= 1 && part <= parts && parts > 1 && parts <= MAX_PARTS ? { part, parts } : null;
};

export const askForPart = (text) => {
  const address = new URL(location.href);
  if (text) address.searchParams.set("part", text);
  else address.searchParams.delete("part");
  location.replace(address);
};

// Where a new letter begins; in a list without letters every row.
const beginnings = (rows) =>
  rows.flatMap((row, at) =>
    at > 0 && (!row.dataset.letter || row.dataset.letter !== rows[at - 1].dataset.letter) ? at : [],
  );

// Rows are shared out evenly, as far as that parts no letter: every screen can then say which letters it has. A letter with
// many names is parted after all.
const MAX_SHIFT = 1 / 8;
const firstRow = (rows, share) => {
  const even = Math.round(rows.length * share);
  const near = (at) => Math.abs(at - even);
  const found = beginnings(rows).reduce((best, at) => (near(at) < near(best) ? at : best), Infinity);
  return share === 1 || near(found) > rows.length * MAX_SHIFT ? even : found;
};

// Hides what other screens show.
export const share = (rows, asked) => {
  const { part, parts } = asked ?? { part: 1, parts: 1 };
  const [from, to] = [part === 1 ? 0 : firstRow(rows, (part - 1) / parts), firstRow(rows, part / parts)];
  rows.forEach((row, at) => (row.hidden = at < from || at >= to));
};
