// Gives each slide its heading and its sizes: letters that the back row reads, pictures as large as
// the slide allows. What does not fit goes to a next slide; only what cannot be split gets smaller.
const Fit = (() => {
  const TEXT = [1, 0.93, 0.86]; // of 28 px; slides.css keeps text at 24 px and code at 20 px
  const [LEAST_TEXT, LEAST_CODE] = [24, 20]; // pixels
  const MOST_GROWTH = 1.6; // of a picture, against its size in the notebook
  const LEAST_PICTURE = 0.4;
  const HEADINGS = "h1, h2, h3, h4";
  const CODE = "pre, code, kbd, samp";
  const UNSIZED = "sub, sup, svg, mjx-container, style, script, aside, iframe, option";
  const SAID = "You said A. It comes out differently: see below, and find out why.";

  const leaves = () => [...document.querySelectorAll(".slides > section > section")];

  function all() {
    leaves().forEach((slide) => Pieces.onePerSlide(slide));
    addHeadings();
    for (const slide of leaves()) {
      const notes = [...slide.querySelectorAll("aside.notes")];
      const pieces = fitted(slide);
      placeNotes(notes, pieces);
    }
  }

  // A slide that begins without a heading repeats the last one; after an exercise, that of its part.
  function addHeadings() {
    let part = null;
    let topic = null;
    for (const slide of leaves()) {
      const own = [...slide.querySelectorAll(HEADINGS)];
      const last = topic ?? part;
      if (last && !Pieces.startsWithHeading(slide)) slide.prepend(Pieces.continued(last));
      for (const heading of own) {
        const opens = heading.matches("h1, h2");
        [part, topic] = opens ? [heading, null] : [part, heading];
      }
      if (slide.querySelector(".celltag_exercise")) topic = null;
    }
  }

  // Fits a slide, and returns it with those that continue it.
  function fitted(slide) {
    enlarge(slide);
    narrow(slide);
    putBeside(slide);
    if (fitsAtSomeSize(slide)) return [grown(slide)];
    setSizes(slide, TEXT[0], 1);
    const rest = Pieces.split(slide);
    if (!rest) return [squeezed(slide)];
    return [...fitted(slide), ...fitted(rest)];
  }

  function fitsAtSomeSize(slide) {
    return TEXT.some((text) => {
      setSizes(slide, text, 1);
      return fits(slide);
    });
  }

  // What comes with sizes of its own, such as a table of an output, is at least as large as the rest.
  function enlarge(slide) {
    slide.style.setProperty("--text", TEXT.at(-1));
    for (const element of slide.querySelectorAll("*")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own || element.closest(UNSIZED)) continue;
      const least = element.closest(CODE) ? LEAST_CODE : LEAST_TEXT;
      if (parseFloat(getComputedStyle(element).fontSize) < least - 0.05) {
        element.style.setProperty("font-size", `${least}px`, "important");
      }
    }
  }

  // A table or a formula that is too wide cannot be split: it gets smaller.
  function narrow(slide) {
    const room = slide.clientWidth - 2 * parseFloat(getComputedStyle(slide).paddingRight);
    for (const block of slide.querySelectorAll("table, mjx-container, .jp-OutputArea-child > *")) {
      const width = Math.max(block.getBoundingClientRect().width, block.scrollWidth);
      if (width > room + 30 && !block.matches(".printed")) block.style.zoom = room / width;
    }
  }

  // A narrow table, with nothing else to look at, stands beside the answer.
  function putBeside(slide) {
    for (const asked of slide.querySelectorAll(".bertlab-predict")) {
      answerWrongly(asked, true);
      const [table, another] = asked.querySelectorAll("details > :is(table, img)");
      const most = 0.56 * asked.clientWidth;
      const isAlone = table?.localName === "table" && !another;
      if (isAlone && table.getBoundingClientRect().width < most) table.classList.add("beside");
      answerWrongly(asked, false);
    }
  }

  function setSizes(slide, text, growth) {
    slide.style.setProperty("--text", text);
    const alone = roomBelowHeading(slide) - captionHeight(slide);
    for (const picture of picturesOf(slide)) {
      const [wide, tall] = naturalSize(picture);
      const most = Math.min(1, slide.clientWidth / wide, alone / tall);
      const size = growth > 1 ? Math.min(growth, (most * alone) / tall) : most * growth;
      picture.style.width = `${Math.floor(wide * size)}px`;
    }
  }

  function picturesOf(slide) {
    const isPicture = (image) => !image.closest("aside") && !image.parentElement.querySelector("iframe");
    return [...slide.querySelectorAll("img")].filter(isPicture);
  }

  function naturalSize(picture) {
    const wide = Number(picture.getAttribute("width")) || picture.naturalWidth || 1;
    return [wide, (wide * (picture.naturalHeight || 1)) / (picture.naturalWidth || 1)];
  }

  function roomBelowHeading(slide) {
    const style = getComputedStyle(slide);
    const heading = slide.querySelector(HEADINGS);
    const used = heading ? heading.getBoundingClientRect().height + 14 : 0;
    return slide.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) - used;
  }

  // A picture shares its slide with its caption.
  function captionHeight(slide) {
    const captions = [...slide.querySelectorAll(".bertlab-caption")];
    const heights = captions
      .filter((one) => Pieces.startsWithCaption(one) && !one.closest("details"))
      .map((one) => one.getBoundingClientRect().height + 20);
    return Math.max(0, ...heights);
  }

  // Pictures take the room that is left.
  function grown(slide) {
    const text = Number(slide.style.getPropertyValue("--text"));
    if (picturesOf(slide).length) setSizes(slide, text, largest(slide, text, 1, MOST_GROWTH));
    return slide;
  }

  // The last resort, which slide_checks reports: pictures, then the tallest block, get smaller.
  function squeezed(slide) {
    for (const text of TEXT) {
      setSizes(slide, text, 1);
      if (picturesOf(slide).length) setSizes(slide, text, largest(slide, text, LEAST_PICTURE, 1));
      if (fits(slide)) return slide;
    }
    const block = tallest(slide);
    for (let zoom = 0.95; block && zoom > 0.3 && !fits(slide); zoom -= 0.05) block.style.zoom = zoom;
    return slide;
  }

  function tallest(slide) {
    const blocks = [...slide.querySelectorAll("p, table, pre, ul, ol, form, .bertlab-predict, .jp-OutputArea-child > *")];
    const height = (block) => block.getBoundingClientRect().height;
    return blocks.sort((a, b) => height(b) - height(a))[0];
  }

  function largest(slide, text, low, high) {
    for (let step = 0; step < 7; step++) {
      const middle = (low + high) / 2;
      setSizes(slide, text, middle);
      if (fits(slide)) low = middle;
      else high = middle;
    }
    return low;
  }

  // A prediction must fit while it is asked, and when its result is open below the wrong choice.
  function fits(slide) {
    if (!fitsNow(slide)) return false;
    const asked = [...slide.querySelectorAll(".bertlab-predict")];
    if (!asked.length) return true;
    asked.forEach((one) => answerWrongly(one, true));
    const fitsOpen = fitsNow(slide);
    asked.forEach((one) => answerWrongly(one, false));
    return fitsOpen;
  }

  function fitsNow(slide) {
    const tall = slide.scrollHeight > slide.clientHeight + 1;
    return !tall && slide.scrollWidth <= slide.clientWidth + 1;
  }

  function answerWrongly(asked, isOpen) {
    const wrong = asked.querySelector("button:not([data-comes-true])");
    wrong?.setAttribute("aria-pressed", String(isOpen));
    asked.querySelector(".bertlab-predict-said").textContent = isOpen ? SAID : "";
    asked.querySelector("details").open = isOpen;
  }

  // Notes belong to all of a slide, so each piece has them; that of a prediction is beside it.
  function placeNotes(notes, pieces) {
    const asked = pieces.flatMap((piece) =>
      [...piece.querySelectorAll(".bertlab-predict")].map(() => piece));
    for (const note of notes) {
      const own = note.querySelector(".celltag_prediction");
      if (own && asked.length) asked.shift().append(note);
      if (own || pieces.length < 2) continue;
      for (const piece of pieces.slice(1)) {
        const copy = note.cloneNode(true);
        copy.classList.add("again");
        piece.append(copy);
      }
    }
  }

  return { all, leaves };
})();
