const choice = event.target.closest("button");
if (choice) {
  const question = choice.closest("fieldset");
  const verdict = "correct" in choice.dataset ? "right" : "wrong";
  for (const button of question.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === choice));
  }
  choice.dataset.verdict = verdict;
  question.dataset.first ??= verdict;

  /* The feedback is copied from the list of answers, where the page's MathJax has typeset it. */
  const room = question.querySelector(".bertlab-quiz-feedback");
  const reason = this.querySelector(`[data-feedback="${choice.value}"]`);
  room.replaceChildren(...Array.from(reason.childNodes, (node) => node.cloneNode(true)));
  room.dataset.verdict = verdict;
  if (window.MathJax?.typesetPromise) window.MathJax.typesetPromise([room]);

  const all = this.querySelectorAll("fieldset").length;
  const answered = this.querySelectorAll("fieldset[data-first]").length;
  const right = this.querySelectorAll('fieldset[data-first="right"]').length;
  const kept = this.closest(".reveal") ? "" : " Answers are not saved with the notebook.";
  this.querySelector(".bertlab-quiz-score").textContent =
    `Answered ${answered} of ${all}. Right at the first try: ${right}.${kept}`;
}
