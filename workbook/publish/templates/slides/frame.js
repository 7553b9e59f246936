// Looks around in a frame on the current slide. Returns [kind, detail] pairs.
async () => {
  for (let waits = 0; waits < 50 && document.readyState !== "complete"; waits++) await pause(20);
  await pause(100); // its scripts draw

  const found = [];
  const root = document.documentElement;
  const hidden = Math.max(root.scrollHeight - innerHeight, root.scrollWidth - innerWidth);
  if (hidden > 1) found.push(["overflow", `a frame hides ${hidden} px`]);
  const draws = document.querySelector("img, svg, canvas");
  if (!document.body.innerText.trim() && !draws) found.push(["blank", "a frame shows nothing"]);
  return found;

  function pause(milliseconds) {
    return new Promise((done) => setTimeout(done, milliseconds));
  }
}
