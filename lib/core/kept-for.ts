type Question<T> = { answer: Promise<T>; isOpen: boolean; closedAt: number };

/**
 * Asks for a value no more often than every `ms` milliseconds, and never while an earlier question is
 * still open. A question that failed is asked again.
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
