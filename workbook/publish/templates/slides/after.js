(() => {
  // [size of the text, size of the pictures within it]: pictures give way a little, then the text.
  const LEVELS = [[1, 1], [1, 0.9], [0.95, 0.9], [0.9, 0.9], [0.85, 0.95], [0.8, 1]];
  // Keys that are taken from a frame, and their codes, which reveal.js goes by.
  const KEYS = new Map(Object.entries({
    " ": 32, PageUp: 33, PageDown: 34, End: 35, Home: 36,
    ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, ".": 190,
  }));

  function fit(slide) {
    for (const [text, picture] of LEVELS) {
      slide.style.setProperty("--text", text);
      slide.style.setProperty("--picture", picture);
      const tall = slide.scrollHeight > slide.clientHeight + 1;
      if (!tall && slide.scrollWidth <= slide.clientWidth + 1) return;
    }
  }

  async function prepare() {
    await fontsLoaded();
    await MathJax.startup.promise;
    await MathJax.typesetPromise([document.querySelector(".slides")]);
    // The presenter's window has no style sheet that hides the copy for screen readers.
    document.querySelectorAll("aside.notes mjx-assistive-mml").forEach((copy) => copy.remove());
    const pictures = [...document.querySelectorAll(".slides img")];
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    document.querySelectorAll(".slides > section > section").forEach(fit);
  }

  function start() {
    document.documentElement.classList.remove("preparing");
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
    });
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
  prepare().catch((error) => console.error(error)).then(start).then(keepKeys);
})();
