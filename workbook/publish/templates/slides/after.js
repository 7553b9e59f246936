(() => {
  // Keys that are taken from a frame, and their codes, which reveal.js goes by.
  const KEYS = new Map(Object.entries({
    " ": 32, PageUp: 33, PageDown: 34, End: 35, Home: 36,
    ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, ".": 190,
  }));
  const ADDRESS = new URLSearchParams(location.search);

  async function prepare() {
    await fontsLoaded();
    await MathJax.startup.promise;
    await MathJax.typesetPromise([document.querySelector(".slides")]);
    // The presenter's window has no style sheet that hides the copy for screen readers.
    document.querySelectorAll("aside.notes mjx-assistive-mml").forEach((copy) => copy.remove());
    const pictures = [...document.querySelectorAll(".slides img")];
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    Fit.all();
    if (ADDRESS.has("print-pdf") || ADDRESS.has("handout")) openResults();
  }

  // On paper, nobody can open the result of a prediction.
  function openResults() {
    document.querySelectorAll(".bertlab-predict details").forEach((one) => (one.open = true));
  }

  function start() {
    document.documentElement.classList.remove("preparing");
    if (ADDRESS.has("handout")) return layOutHandout();
    document.querySelectorAll(".bertlab-predict details").forEach(openWithKey);
    return Reveal.initialize({
      width: 1280,
      height: 720,
      margin: 0,
      minScale: 0.1,
      maxScale: 4,
      center: false,
      hash: true,
      controls: false,
      slideNumber: "c/t",
      transition: "none",
      backgroundTransition: "none",
      navigationMode: "linear", // an arrow key or a clicker passes through every slide
      pdfSeparateFragments: false,
      pdfMaxPagesPerSlide: 1,
      scrollActivationWidth: null,
      plugins: [RevealNotes],
    }).then(keepKeys);
  }

  // The key for the next slide first opens the result of a prediction; a click does so as well.
  function openWithKey(details) {
    details.classList.add("fragment", "custom");
    Reveal.on("fragmentshown", ({ fragments }) => {
      if (fragments.includes(details)) details.open = true;
    });
    Reveal.on("fragmenthidden", ({ fragments }) => {
      if (fragments.includes(details)) details.open = false;
    });
    details.addEventListener("toggle", () => {
      const isHere = Reveal.getCurrentSlide()?.contains(details);
      if (isHere && details.open && !details.classList.contains("visible")) Reveal.nextFragment();
    });
  }

  // Slides with their notes below, as many a sheet of paper as fit.
  function layOutHandout() {
    document.documentElement.classList.add("handout", "print-pdf"); // reveal.js has no say in this one
    const sheets = Fit.leaves().map((slide, place) => {
      const sheet = document.createElement("article");
      const number = document.createElement("p");
      number.className = "number";
      number.textContent = `Slide ${place + 1}`;
      sheet.append(slide, number, ...slide.querySelectorAll("aside.notes:not(.again)"));
      return sheet;
    });
    document.querySelector(".slides").replaceChildren(...sheets);
  }

  // After a click on a radio button, the arrow keys still turn the slides.
  function keepKeys() {
    document.addEventListener("click", (event) => {
      const writes = event.target.closest("textarea, select, [contenteditable], input[type=text]");
      if (event.detail > 0 && !writes && document.activeElement) document.activeElement.blur();
    });
  }

  // After a click inside a frame as well: it says which key was pressed there, and only if that is
  // one of those that turn slides, and the frame is on this slide, the deck listens. Whatever else
  // a frame says, reveal.js and its presenter view must not hear: they do what messages tell them.
  function listenToFrames() {
    const onThisSlide = (view) =>
      [...Reveal.getCurrentSlide().querySelectorAll("iframe")]
        .some((frame) => frame.contentWindow === view);
    const listen = (event) => {
      if (event.source && !isInside(event.source)) return; // the presenter's window
      event.stopImmediatePropagation();
      const code = KEYS.get(event.data?.key);
      if (code && Reveal.isReady() && onThisSlide(event.source)) Reveal.triggerKey(code);
    };
    window.addEventListener("message", listen, { capture: true });
  }

  function isInside(view) {
    while (view !== view.parent) {
      view = view.parent;
      if (view === window) return true;
    }
    return false;
  }

  listenToFrames();
  prepare().catch((error) => console.error(error)).then(start);
})();
