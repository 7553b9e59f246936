// What BertViz's three pages would fetch, in a few lines: require.js, and their data, unpacked.

window.require = { config() {} };
window.requirejs = async (names, run) => {
  await Promise.all([...document.fonts].map((font) => font.load())); // what is drawn is measured
  run(jQuery, d3);
  document.body.style.setProperty("--height", `${document.body.scrollHeight}px`); // other fonts
  document.body.classList.add("drawn"); // now the page hides the picture behind it
};

// The page around the frame cannot see which keys are pressed in here. It is told, so that a deck
// can turn its slides; other pages don't listen.
addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
  if (altKey || ctrlKey || metaKey || target.closest("input, textarea, select")) return;
  parent.postMessage({ key }, "*");
});

// A table of whole numbers of 16 bits, little end first, in base64; divided by `scale`.
function unpack({ shape, scale, data }) {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const numbers = new DataView(bytes.buffer);
  let place = 0;
  const build = ([size, ...inner]) =>
    Array.from({ length: size }, () =>
      inner.length ? build(inner) : numbers.getInt16(2 * place++, true) / scale);
  return build(shape);
}

// BertViz's parameters. It wants each part of a pair (first to second, ...) as tables of its own;
// the page holds every table once, and the parts are cut out of it here.
function expand({ pieces, tables, parts, ...parameters }) {
  const { attn, queries, keys } = Object.fromEntries(
    Object.entries(tables).map(([name, packed]) => [name, unpack(packed)]));
  const cut = (table, rows) => table.map((heads) => heads.map((head) => head.slice(...rows)));
  const attention = {};
  for (const { key, name, left, right } of parts) {
    attention[key] = {
      name,
      attn: cut(attn, left).map((heads) =>
        heads.map((head) => head.map((row) => row.slice(...right)))),
      left_text: pieces.slice(...left),
      right_text: pieces.slice(...right),
    };
    if (queries) {
      attention[key].queries = cut(queries, left);
      attention[key].keys = cut(keys, right);
    }
  }
  return { ...parameters, attention };
}
