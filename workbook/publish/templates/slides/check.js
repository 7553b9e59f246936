// Looks at a slide of a deck, by its place, in a window of 1280 x 720: [kind, detail] pairs. It is the
// current slide, or one of the pages to print.
async (place) => {
  const LEAST = { text: 24, code: 20 }; // pixels
  const slide = Reveal.getSlides()[place];
  const found = [];
  const report = (kind, detail) => found.push([kind, detail]);
  const frames = [...slide.querySelectorAll("iframe")];
  const images = [...slide.querySelectorAll("img")];

  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  findBlank();
  findOverflow();
  findNoHeading();
  findLostCaption();
  findSmall();
  frames.forEach(findFrameFaults);
  findLatex();
  images.forEach(findImageFaults);
  return found;

  function isSeen(element) {
    const box = element.getBoundingClientRect();
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return shown && box.width > 1 && box.height > 1;
  }

  function name(element) {
    const words = (element.innerText || element.getAttribute("alt") || "").trim();
    return `<${element.localName}> ${JSON.stringify(words.replace(/\s+/g, " ").slice(0, 40))}`;
  }

  function findBlank() {
    const pictures = [...slide.querySelectorAll("img, svg, canvas, iframe, video")];
    const own = [...slide.children].filter((child) => !child.matches(".continued, aside"));
    const says = own.some((child) => child.innerText?.trim());
    if (!says && !pictures.some(isSeen)) report("blank", "nothing to see");
  }

  function findLostCaption() {
    const drawn = [...images, ...frames];
    const isAbove = (one, caption) =>
      one.compareDocumentPosition(caption) & Node.DOCUMENT_POSITION_FOLLOWING;
    for (const caption of slide.querySelectorAll(".bertlab-caption")) {
      const ofFigure = caption.textContent.startsWith("Figure");
      if (ofFigure && !drawn.some((one) => isAbove(one, caption))) report("caption", name(caption));
    }
  }

  function findOverflow() {
    const size = `text at ${Math.round(100 * (slide.style.getPropertyValue("--text") || 1))}%`;
    const tall = slide.scrollHeight - slide.clientHeight;
    const wide = slide.scrollWidth - slide.clientWidth;
    if (tall > 1) report("overflow", `${tall} px too tall (${size})`);
    if (wide > 1) report("overflow", `${wide} px too wide (${size})`);
    const page = slide.getBoundingClientRect();
    let worst = 1;
    let culprit = null;
    for (const element of slide.querySelectorAll("*")) {
      if (element.closest("mjx-assistive-mml, aside.notes") || !isSeen(element)) continue;
      const box = element.getBoundingClientRect();
      const beyond = Math.max(
        page.left - box.left, box.right - page.right, page.top - box.top, box.bottom - page.bottom,
      );
      if (beyond > worst) [worst, culprit] = [beyond, element];
      findInnerScroll(element);
    }
    const told = Math.max(tall, wide) > 1;
    if (culprit && !told) report("overflow", `${name(culprit)} ${Math.round(worst)} px outside`);
  }

  function findInnerScroll(element) {
    if (element instanceof SVGElement || element.localName === "iframe") return;
    const style = getComputedStyle(element);
    const down = element.scrollHeight - element.clientHeight;
    const right = element.scrollWidth - element.clientWidth;
    const hides = (overflow) => overflow !== "visible";
    if ((down > 1 && hides(style.overflowY)) || (right > 1 && hides(style.overflowX))) {
      report("overflow", `${name(element)} hides ${Math.max(down, right)} px of its own`);
    }
  }

  function findNoHeading() {
    if (!slide.querySelector("h1, h2, h3, h4")?.innerText.trim()) report("heading", "no heading");
  }

  // Formulas and indices have sizes of their own; a frame's letters are its own matter.
  function findSmall() {
    const least = {};
    const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const words = walker.currentNode.data.trim();
      if (!words || element.closest("sub, sup, svg, mjx-container, style, script, aside")) continue;
      const kind = element.closest("pre, code, kbd, samp") ? "code" : "text";
      const size = parseFloat(getComputedStyle(element).fontSize) * (element.currentCSSZoom ?? 1);
      if (size < (least[kind]?.size ?? LEAST[kind] - 0.05)) least[kind] = { size, words };
    }
    for (const [kind, { size, words }] of Object.entries(least)) {
      report("small", `${kind} at ${Math.round(size * 10) / 10} px: ${JSON.stringify(words.slice(0, 40))}`);
    }
  }

  // What is inside such a frame, frame.js finds out: this script cannot look into it.
  function findFrameFaults(frame) {
    const rights = [...frame.sandbox];
    if (!frame.hasAttribute("sandbox") || rights.some((right) => right !== "allow-scripts")) {
      report("frame", "a frame that can reach the page around it: it needs sandbox=allow-scripts");
    }
  }

  function findLatex() {
    const left = /\$[^$\s][^$\n]*\$|\$\$|\\[([]|\\begin\{/;
    const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (text.parentElement.closest("pre, code, script, style, textarea, mjx-container")) continue;
      if (left.test(text.data)) report("latex", text.data.match(left).input.trim().slice(0, 60));
    }
    // MathJax draws what it cannot read, and names it does not know, in a box or in red.
    const wrong = 'mjx-merror, [data-mjx-error], [data-mml-node="merror"], mjx-container [fill="red"]';
    for (const element of slide.querySelectorAll(wrong)) {
      const words = element.closest("mjx-container")?.textContent.trim() ?? element.textContent;
      report("latex", `MathJax cannot read: ${words.slice(0, 60)}`);
    }
  }

  function findImageFaults(image) {
    const words = (image.getAttribute("alt") ?? "").trim();
    if (!words || words.startsWith("No description has been provided")) {
      report("alt", `an image of ${image.naturalWidth} x ${image.naturalHeight} px without words`);
    }
    if (!image.naturalWidth) report("image", `an image that is not there (${words})`);
  }
}
