window.MathJax = {
  tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true },
  svg: { fontCache: "local" }, // each formula carries its glyphs, also into the presenter's window
  options: { enableMenu: false },
  startup: { typeset: false },
};
// Formulas are set, and slides fitted, when all letters are there to be measured.
window.fontsLoaded = () => Promise.all([...document.fonts].map((font) => font.load()));
