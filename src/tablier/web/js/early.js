// Before anything is painted: the theme that was chosen here. A plain script, in the head of every page.
(function () {
  try {
    var theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (_) {}
})();
