const onlyHow = /^--(?:port=.*|no-open|refresh|debug|copies)$/;

/** Whether words name a change, a repository or another command, and not only how to show the review. */
export function saysWhat(words) {
  return words.some((word, i) => {
    const isOfPort = word === "--port" || words[i - 1] === "--port";
    return !isOfPort && !onlyHow.test(word);
  });
}
