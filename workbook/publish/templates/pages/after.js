// Formulas are set once the letters around them are there; a long one scrolls in its own line.
fontsLoaded()
  .then(() => MathJax.startup.promise)
  .then(() => MathJax.typesetPromise([document.querySelector("main")]))
  .catch((error) => console.error(error))
  .then(() => document.documentElement.classList.add("ready"));
