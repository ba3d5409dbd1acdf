import type { Consent } from "#lib/wallet/observation.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import type { ConsentQuestion } from "./wallet-state.ts";

type Words = Pick<ConsentQuestion, "title" | "why" | "verb" | "choice">;

/**
 * A question for the cardholder's consent. Each try gives a consent to `work`: after a wrong PIN there is another
 * try, and a passkey that does not answer is left for the PIN, so that two can run at once. `outcome` is the
 * result of the first try that succeeds. It fails when the question is left or ended before that.
 */
export function createQuestion<T>(
  words: Words,
  { work, close }: { work: (consent: Consent) => Promise<T>; close: () => void },
): { question: ConsentQuestion; outcome: Promise<T> } {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<T>();
  let running = 0;
  let isLeft = false;

  async function tryWith(consent: Consent): Promise<void> {
    running += 1;
    try {
      resolve(await work(consent));
      close();
    } catch (error) {
      // The form shows a failure and offers another try. Once the question was left, there is no form.
      if (isLeft && running === 1) reject(error);
      throw error;
    } finally {
      running -= 1;
    }
  }

  function leave(): void {
    isLeft = true;
    close();
    // A running try has its consent already, so its result decides.
    if (running === 0) reject(new WalletError("consent_declined"));
  }

  function end(failure: unknown): void {
    close();
    reject(failure);
  }

  return { question: { ...words, work: tryWith, leave, end }, outcome };
}
