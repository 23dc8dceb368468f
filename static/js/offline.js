// The page that is shown when the site cannot be reached: where this phone's players sat last, and reporting, which is
// kept until there is a connection.
import { queue, seats } from "./kept.js";
import { flush, keepReport, paint, randomKey, reportOf, sayLost } from "./reports.js";

const place = document.querySelector("#last-seats");
const shape = document.querySelector("#last-seat");

const time = (at) =>
  new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

const press = async (seat, choice, pressed) => {
  const said = seat.pod
    ? { pod: seat.pod, places: choice.value }
    : { match: seat.match, against: seat.against, score: choice.value };
  const fields = { ...said, key: randomKey() };
  const { entry, players, name, action } = seat;
  const report = reportOf({ entry, players, name, action, fields, pressed, state: "waiting" });
  if (!(await keepReport(report))) return sayLost(report);
  await flush();
};

const groupsOf = (seat) => {
  const groups = new Map();
  for (const choice of seat.choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return groups;
};

const scoresOf = (seat) => {
  const scores = document.createElement("div");
  scores.className = "report-scores";
  for (const [name, choices] of groupsOf(seat)) {
    const group = document.createElement("div");
    group.className = "report-group";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", name);
    const label = document.createElement("span");
    label.className = "report-name";
    label.textContent = name;
    group.append(label);
    for (const choice of choices) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn btn-quiet figures";
      button.textContent = choice.text;
      button.addEventListener("click", () => press(seat, choice, button));
      group.append(button);
    }
    scores.append(group);
  }
  return scores;
};

const canReport = (seat) => seat.action && (seat.match || seat.pod) && seat.choices.length > 0;

const sayDisputed = (card, seat) => {
  card.querySelector("[data-can-report]").classList.add("report-differs");
  card.querySelector("[data-can-report] .report-words").textContent = seat.disputed;
  card.querySelector("[data-scores]").remove();
};

for (const seat of seats()) {
  const card = document.importNode(shape.content.firstElementChild, true);
  for (const name of ["name", "what", "table", "opponent"])
    card.querySelector(`[data-${name}]`).textContent = seat[name];
  card.querySelector(".plate").classList.toggle("plate-word", !/^\d+$/.test(seat.table));
  card.querySelector("[data-time]").textContent = time(seat.at);
  card.querySelector("[data-reports-of]").dataset.reportsOf = seat.entry;
  if (seat.disputed) sayDisputed(card, seat);
  else if (canReport(seat)) card.querySelector("[data-scores]").append(scoresOf(seat));
  else card.querySelector("[data-can-report]").remove();
  place.append(card);
}
document.querySelector("#no-seats").hidden = place.childElementCount > 0;
paint();

// Back on the network: what is kept goes out first, then the page that was asked for opens.
const goOn = async () => {
  if (!(await queue.all()).some(queue.isUnsent)) location.reload();
};
addEventListener("dueldesk:reached", goOn);
addEventListener("online", () => flush().then(goOn));
