import { CircleCheck, CircleX } from "lucide-react";
import { formatDuration } from "#components/request-log/format-duration.ts";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeAttempt, explainAttempt, isSuccess } from "./attempt-words.ts";
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
  const { at, durationMs, answer, byHand } = attempt;
  const look = isSuccess(attempt)
    ? { color: "text-pine", icon: CircleCheck }
    : { color: "text-alarm", icon: CircleX };
  const why = explainAttempt(attempt);
  return (
    <li className="space-y-1.5 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <StatusMark look={{ word: describeAttempt(attempt), ...look }} />
        <span className="text-muted tabular-nums">{formatDuration(durationMs)}</span>
      </p>
      <p className="text-xs text-muted">
        <Time at={at} as="exact" />
        {byHand ? ", sent by hand" : null}
      </p>
      {why ? <p className="text-muted text-pretty">{why}</p> : null}
      <AnswerText answer={answer} />
    </li>
  );
}

/** The body of an answer, as text. */
export function AnswerText({ answer }: { answer: string | null }) {
  if (answer === null) return null;
  if (answer.trim() === "") return <p className="text-xs text-muted">The answer had no body.</p>;
  return (
    <pre className="bg-copy px-3 py-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
      {answer}
    </pre>
  );
}
