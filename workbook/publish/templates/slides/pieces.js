// Splits what one slide cannot hold: at the border of a cell, a paragraph, a list item, a row of a
// table or a line of code. What goes to the next slide takes copies of the elements around it along.
const Pieces = (() => {
  // These stay whole.
  const WHOLE =
    "p, h1, h2, h3, h4, img, iframe, svg, form, details, button, mjx-container, thead, tr, " +
    ".picture, .bertlab-predict, .bertlab-claim, div:has(> iframe)";
  const SKIPPED = "style, script, aside, .continued";
  const HEADING = "h1, h2, h3, h4";
  const CAPTION = ".bertlab-caption";
  // What a break costs, against leaving a slide empty by that proportion.
  const COSTS = [["h2, h3, h4", 0], ["tr", 0.4], ["li", 0.3], ["p", 0.25]];
  const AT_CELL = 0.05;
  const [AT_EMPTY_LINE, AT_LINE, AFTER_COLON] = [0.75, 0.95, 0.4];
  const LEAST_LINES = 3; // of code, and of rows of a table, on either side

  // Moves what is too much to a new slide after this one, and returns that; null if all must stay.
  function split(slide) {
    const best = breaks(slide).sort((a, b) => a.cost - b.cost)[0];
    return best ? moveFrom(slide, best) : null;
  }

  // Puts all from a break on to a new slide, below the heading that stands above the break.
  function moveFrom(slide, { node, offset }) {
    const range = document.createRange();
    if (offset === undefined) range.setStartBefore(node);
    else range.setStart(node, offset);
    range.setEndAfter(slide.lastChild);
    const list = node.parentElement.closest("ol");
    const head = node.parentElement.closest("table")?.tHead;
    const last = [...slide.querySelectorAll(HEADING)].filter((one) => isBefore(one, node)).at(-1);

    const rest = slide.cloneNode(false);
    delete rest.dataset.kind;
    rest.append(range.extractContents());
    for (const copy of rest.querySelectorAll("[id]")) {
      if (slide.querySelector(`[id="${copy.id}"]`)) copy.removeAttribute("id");
    }
    rest.querySelector(":scope > .fragment:first-child")?.classList.remove("fragment");
    if (list) rest.querySelector("ol").start = list.start + list.children.length;
    if (head) rest.querySelector("table").prepend(head.cloneNode(true));
    slide.after(rest);
    if (last && !startsWithHeading(rest)) rest.prepend(continued(last));
    return rest;
  }

  function isBefore(element, node) {
    return element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  }

  function startsWithHeading(slide) {
    const heading = slide.querySelector(HEADING);
    if (!heading) return false;
    const before = document.createRange();
    before.setStart(slide, 0);
    before.setEndBefore(heading);
    return !before.toString().trim() && !before.cloneContents().querySelector("img, iframe");
  }

  function continued(heading) {
    const copy = heading.cloneNode(true);
    copy.removeAttribute("id");
    copy.classList.add("continued");
    return copy;
  }

  // All places where the slide may end, with what they cost.
  function breaks(slide) {
    const box = slide.getBoundingClientRect();
    const style = getComputedStyle(slide);
    const top = box.top + parseFloat(style.paddingTop);
    const bottom = box.bottom - parseFloat(style.paddingBottom);
    const found = [];
    let last = null; // the piece of content that was met last
    visit(slide);
    return found;

    function visit(parent) {
      for (const child of parent.children) {
        if (child.matches(SKIPPED) || !child.getBoundingClientRect().height) continue;
        const allowed =
          last && !opens(last) && !leavesFewRows(child) && !startsWithCaption(child);
        if (allowed) offer(child, costOf(child) + colon(last));
        if (child.matches("pre")) visitLines(child);
        if (child.matches(WHOLE) || !hasBlocks(child)) last = child;
        else visit(child);
      }
    }

    function offer(node, cost, offset) {
      const filled = (endOf(node, offset) - top) / (bottom - top);
      if (filled <= 1 && filled > 0.05) found.push({ node, offset, cost: cost + 1 - filled });
    }

    // Where the content before a break ends.
    function endOf(node, offset) {
      if (offset === undefined) return last.getBoundingClientRect().bottom;
      const range = document.createRange();
      range.setStart(node, offset - 1);
      range.setEnd(node, offset);
      return range.getBoundingClientRect().bottom;
    }

    function visitLines(pre) {
      const lines = pre.textContent.replace(/\n$/, "").split("\n");
      const texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
      let line = 0;
      while (texts.nextNode()) {
        const text = texts.currentNode;
        for (let at = text.data.indexOf("\n"); at >= 0; at = text.data.indexOf("\n", at + 1)) {
          line += 1;
          if (line < LEAST_LINES || lines.length - line < LEAST_LINES) continue;
          offer(text, lines[line - 1].trim() ? AT_LINE : AT_EMPTY_LINE, at + 1);
        }
      }
    }
  }

  // What stands above all that it belongs to: a heading, also in bold letters, or a table's caption.
  function opens(element) {
    const bold = element.localName === "p" && element.querySelector(":scope > strong");
    const isHeading = bold && bold.textContent.trim() === element.textContent.trim();
    const isCaption = element.matches(CAPTION) && element.textContent.startsWith("Table");
    return element.matches(HEADING) || isHeading || isCaption;
  }

  // A figure's caption stays below its picture.
  function startsWithCaption(element) {
    const caption = element.matches(CAPTION) ? element : element.querySelector(CAPTION);
    if (!caption?.textContent.startsWith("Figure")) return false;
    return element.textContent.trimStart().startsWith(caption.textContent.trimStart());
  }

  function leavesFewRows(child) {
    if (child.localName !== "tr") return false;
    const rows = [...child.parentElement.children];
    return Math.min(rows.indexOf(child), rows.length - rows.indexOf(child)) < LEAST_LINES;
  }

  function hasBlocks(element) {
    return [...element.children].some((child) => {
      const display = getComputedStyle(child).display;
      return !display.startsWith("inline") && display !== "none" && !child.matches(SKIPPED);
    });
  }

  function costOf(child) {
    return COSTS.find(([kind]) => child.matches(kind))?.[1] ?? AT_CELL;
  }

  function colon(element) {
    return element.localName === "p" && /:\s*$/.test(element.textContent) ? AFTER_COLON : 0;
  }

  // One question of a quiz a slide: its feedback needs room too.
  function onePerSlide(slide) {
    for (const form of slide.querySelectorAll("form.bertlab-quiz")) {
      const questions = form.querySelectorAll("fieldset").length;
      const copies = Array.from({ length: questions }, (_, one) => onlyQuestion(form, one));
      if (questions < 2) continue;
      form.replaceWith(...copies);
      for (const copy of copies.slice(1)) slide = moveFrom(slide, { node: copy });
    }
  }

  function onlyQuestion(form, wanted) {
    const copy = form.cloneNode(true);
    copy.querySelectorAll("fieldset").forEach((one, at) => at === wanted || one.remove());
    const values = [...copy.querySelectorAll("fieldset button")].map((button) => button.value);
    for (const list of copy.querySelectorAll("details ul")) {
      const isWanted = (item) => values.includes(item.dataset.feedback);
      if ([...list.children].some(isWanted)) continue;
      list.previousElementSibling.remove();
      list.remove();
    }
    return copy;
  }

  return { split, continued, startsWithCaption, startsWithHeading, onePerSlide };
})();
