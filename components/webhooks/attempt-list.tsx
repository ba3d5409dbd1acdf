import { CircleCheck, CircleX } from "lucide-react";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Time } from "#components/ui/time.tsx";
import { KEPT_ANSWER_BYTES } from "#lib/webhooks/contract-limits.ts";
import { describeAttempt, explainAttempt, formatAttemptTime, isSuccess } from "./attempt-words.ts";
import type { DeliveryAttempt } from "./use-deliveries.ts";

/** Each attempt, the newest first. */
export function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <ol aria-label="Attempts" className="divide-y divide-dashed divide-line border-y border-line">
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
    </ol>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { at, answer, byHand } = attempt;
  const look = isSuccess(attempt)
    ? { color: "text-pine", icon: CircleCheck }
    : { color: "text-alarm", icon: CircleX };
  const why = explainAttempt(attempt);
  return (
    <li className="space-y-1.5 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <StatusMark look={{ word: describeAttempt(attempt), ...look }} />
        <span className="text-muted tabular-nums">{formatAttemptTime(attempt)}</span>
      </p>
      <p className="text-xs text-muted">
        <Time at={at} as="listed" />
        {byHand ? ", sent manually" : null}
      </p>
      {why ? <p className="text-muted text-pretty">{why}</p> : null}
      <AnswerText answer={answer} />
    </li>
  );
}

/** The body of an answer, as text; a long one scrolls, also by keyboard. */
export function AnswerText({ answer }: { answer: string | null }) {
  if (answer === null) return null;
  if (answer.trim() === "") return <p className="text-xs text-muted">The answer had no body.</p>;
  return (
    <>
      <textarea
        aria-label="Answer"
        readOnly
        rows={Math.min(MAX_ROWS, answer.split("\n").length + 1)}
        value={answer}
        className="field-sizing-content block max-h-48 w-full resize-none bg-copy px-3 py-2 font-mono text-base leading-5 wrap-anywhere md:text-xs"
      />
      {isCut(answer) ? (
        <p className="text-xs text-muted">
          Only the first {KEPT_ANSWER_BYTES.toLocaleString("en-US")} bytes are kept.
        </p>
      ) : null}
    </>
  );
}

const MAX_ROWS = 9;

/** A character of up to four bytes at the end is left out whole. */
function isCut(answer: string): boolean {
  return new TextEncoder().encode(answer).length > KEPT_ANSWER_BYTES - 4;
}
