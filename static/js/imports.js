// Says at once when the chosen files are too large for one upload, instead of after they were sent.
document.addEventListener("change", (event) => {
  if (event.target.matches(".column-table select")) {
    event.target.classList.toggle("is-used", event.target.value !== "");
    return;
  }
  const most = Number(event.target.dataset.mostBytes);
  if (!most) return;
  const size = [...event.target.files].reduce((sum, file) => sum + file.size, 0);
  const form = event.target.closest("form");
  const words = form.querySelector(".wrong-files");
  words.hidden = size <= most;
  words.textContent = size > most ? words.dataset.tooLarge : "";
  form.querySelector("button[type=submit]").disabled = size > most;
});
