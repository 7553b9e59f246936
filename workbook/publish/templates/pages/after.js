// What was printed is seen whole, also on a phone: a line that is too long makes its block smaller, down
// to a size that can still be read. Below that it scrolls, as code does.
const SMALLEST = 9; // pixels
function fitPrinted(block) {
  if (block.closest(".code, .highlight") || !block.clientWidth) return;
  block.style.fontSize = "";
  const [room, needed] = [block.clientWidth, block.scrollWidth];
  if (needed <= room) return;
  const size = parseFloat(getComputedStyle(block).fontSize);
  block.style.fontSize = `${Math.max(SMALLEST, Math.floor((10 * size * room) / needed) / 10)}px`;
}
const fitAll = () => document.querySelectorAll("pre").forEach(fitPrinted);
document.addEventListener("toggle", fitAll, true); // what is behind a fold has no width before
window.addEventListener("resize", fitAll);

// Formulas are set once the letters around them are there; a long one scrolls in its own line.
fontsLoaded()
  .then(() => MathJax.startup.promise)
  .then(() => MathJax.typesetPromise([document.querySelector("main")]))
  .catch((error) => console.error(error))
  .then(fitAll)
  .then(() => document.documentElement.classList.add("ready"));
