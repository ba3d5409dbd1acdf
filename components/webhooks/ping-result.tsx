import { Callout } from "#components/ui/callout.tsx";
import { AnswerText } from "./attempt-list.tsx";
import { describeAttempt, explainAttempt, formatAttemptTime, isSuccess } from "./attempt-words.ts";
import type { PingDelivery } from "./use-endpoints.ts";

/** What came back for a test. */
export function PingResult({ ping }: { ping: PingDelivery }) {
  const attempt = ping.attempts.at(-1);
  if (attempt === undefined) return null;
  const isGood = isSuccess(attempt);
  const why = explainAttempt(attempt);
  return (
    <Callout
      tone={isGood ? "good" : "warning"}
      title={`${describeAttempt(attempt)} after ${formatAttemptTime(attempt)}`}
    >
      <p>
        {isGood
          ? "The test was delivered."
          : (why ?? "A delivery counts only with a status from 200 to 299.")}
      </p>
      <AnswerText answer={attempt.answer} />
    </Callout>
  );
}
