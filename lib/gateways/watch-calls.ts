import { counter, histogram, isCounting } from "#lib/metrics/instruments.ts";
import { inSpan, isTracing, noteOnSpan } from "#lib/traces/span.ts";

const calls = counter({
  name: "sealslip_provider_calls_total",
  help: "Calls to payment providers, by how they ended",
  labels: ["provider", "call", "outcome"],
});

const durations = histogram({
  name: "sealslip_provider_call_duration_seconds",
  help: "How long payment providers took to answer",
  labels: ["provider", "call"],
  bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

type Call =
  | "charge"
  | "find"
  | "cancel"
  | "refund"
  | "list_refunds"
  | "list_disputes"
  | "list_account_disputes"
  | "find_payment_id"
  | "check";

/** Counts, times, and traces the calls of one provider. */
export function watchCalls(provider: string) {
  return <Answer>(call: Call, ask: () => Promise<Answer>): Promise<Answer> => {
    if (!isCounting() && !isTracing()) return ask();
    const attributes = { "sealslip.provider": provider, "sealslip.call": call };
    return inSpan(`${provider} ${call}`, { kind: "client", attributes }, () =>
      measure(provider, call, ask),
    );
  };
}

async function measure<Answer>(
  provider: string,
  call: Call,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const startedAt = performance.now();
  const end = (outcome: string) => {
    calls.add(provider, call, outcome);
    durations.observe((performance.now() - startedAt) / 1000, provider, call);
    noteOnSpan({ "sealslip.outcome": outcome });
  };
  try {
    const answer = await ask();
    end(outcomeOf(answer));
    return answer;
  } catch (error) {
    end("error");
    throw error;
  }
}

/** `timeout` or `provider_error` where the outcome of the call is not known. */
function outcomeOf(answer: unknown): string {
  if (answer === undefined) return "unknown";
  if (typeof answer !== "object" || answer === null || !("kind" in answer)) return "listed";
  const isUnknown = answer.kind === "unknown" && "reason" in answer;
  return String(isUnknown ? answer.reason : answer.kind);
}
