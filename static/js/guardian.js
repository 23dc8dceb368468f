// A guardian is asked as soon as a year of birth, or the choice, says that a player may be under 14. What the server has
// asked for stays.
const guardian = document.querySelector("#guardian");
const form = guardian.closest("form");
const youngFrom = Number(guardian.dataset.youngFrom);
const onRecord = (guardian.dataset.onRecord ?? "").split(" "); // Years of players whose guardians have agreed already.
const isAsked = !guardian.hidden;

const year = (field) => Number(field.value.normalize("NFKC").trim().replace(/年$/, ""));
const isYoung = () =>
  form.querySelector("[name^=age_group][value=under_14]:checked") !== null ||
  [...form.querySelectorAll("[name^=birth_year]")].some(
    (field) => year(field) >= youngFrom && !onRecord.includes(field.name),
  );

// Of who is under 14 the year is needed: it hides the name.
const showMarks = () => {
  for (const field of form.querySelectorAll("[name^=birth_year]")) {
    const name = field.name.replace("birth_year", "age_group");
    const mark = field.labels[0]?.querySelector(".optional-mark");
    if (mark) mark.hidden = form.querySelector(`[name="${name}"][value=under_14]:checked`) !== null;
  }
};

const show = () => {
  guardian.hidden = guardian.disabled = !(isAsked || isYoung());
  showMarks();
};

form.addEventListener("input", show);
show();
