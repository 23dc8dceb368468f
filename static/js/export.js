// Starts the download as soon as the server says that the workbook is ready: at once, or after some waiting.
const ready = document.querySelector("[data-download]");
if (ready) window.location.assign(ready.dataset.download);
document.addEventListener("dueldesk:download", (event) => {
  window.location.assign(event.detail.url);
});
