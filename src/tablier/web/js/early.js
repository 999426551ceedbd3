// Before anything is painted: the theme and the language that were chosen here. A plain script, in the head of every page.
(function () {
  var root = document.documentElement;
  /** @type {string | null} */
  var chosen = null;
  try {
    var theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    chosen = localStorage.getItem("lang");
  } catch (_) {}
  var asked = new URLSearchParams(location.search).get("lang");
  var spoken = [asked, chosen].concat(navigator.languages || []).map(function (one) {
    return (one || "").slice(0, 2).toLowerCase();
  });
  root.lang =
    spoken.find(function (one) {
      return one === "fr" || one === "en";
    }) || "fr";
})();
