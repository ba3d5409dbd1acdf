type Question<T> = { answer: Promise<T>; isOpen: boolean; closedAt: number };

/**
 * Asks for a value at most every `ms` milliseconds, and never while an earlier question is pending. After a
 * failure it asks again.
 */
export function keptFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  const latest: { question?: Question<T> } = {};
  return () => {
    const { question } = latest;
    if (question && (question.isOpen || performance.now() - question.closedAt < ms)) {
      return question.answer;
    }
    const asked: Question<T> = { answer: ask(), isOpen: true, closedAt: 0 };
    latest.question = asked;
    asked.answer.then(
      () => Object.assign(asked, { isOpen: false, closedAt: performance.now() }),
      () => delete latest.question,
    );
    return asked.answer;
  };
}
