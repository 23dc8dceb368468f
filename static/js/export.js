// Starts the download as soon as the server says that the workbook is ready.
document.addEventListener("dueldesk:download", (event) => {
  window.location.assign(event.detail.url);
});
