// Text on the screen on the wall in the room it has: nothing is cut where it can be whole, and nothing is written so
// small that the hall cannot read it.
const MIN_LINE_SHARE = 0.85; // Of its usual size; what is longer goes on to another line.
const MIN_TITLE_SHARE = 0.62;

const isTooWide = (line) => line.scrollWidth > line.clientWidth + 1;

// The sizes are read of all lines before any is written, so that the browser lays a long list out twice, not once a name.
const fitAll = (lines, minShare) => {
  for (const line of lines) {
    line.classList.remove("hall-wrapped");
    line.style.fontSize = "";
  }
  const long = lines.filter(isTooWide).map((line) => {
    const share = Math.max(minShare, (line.clientWidth / line.scrollWidth) * 0.99);
    return [line, parseFloat(getComputedStyle(line).fontSize) * share];
  });
  for (const [line, size] of long) line.style.fontSize = `${size}px`;
  const tooLong = long.map(([line]) => line).filter(isTooWide);
  for (const line of tooLong) line.classList.add("hall-wrapped");
};

export const fitTitle = (line) => fitAll([line], MIN_TITLE_SHARE);

export const fitList = (list) => fitAll([...list.querySelectorAll(".hall-name > *")], MIN_LINE_SHARE);

// A long announcement is written as large as the screen has room for it.
const MAX_SHARE = 6.4; // In hundredths of the screen's shorter side.
const MIN_SHARE = 2.2;
export const fitWhole = (section) => {
  const text = section.querySelector("[data-hall-whole]");
  for (let share = MAX_SHARE; text && share >= MIN_SHARE; share -= 0.2) {
    text.style.fontSize = `calc(${share} * var(--u))`;
    if (section.scrollHeight <= section.clientHeight) return;
  }
};
