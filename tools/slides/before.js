// Slides stay laid out, one under the other and unseen, until formulas are set and sizes are chosen.
document.documentElement.classList.add("preparing");
window.MathJax = {
  tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true },
  svg: { fontCache: "local" }, // each formula carries its glyphs, also into the presenter's window
  options: { enableMenu: false },
  startup: { typeset: false },
};
