import type { HintSubject, ProviderDispute } from "#lib/gateways/gateway.ts";
import type { ProviderMatch } from "#lib/receipts/contract-match.ts";
import { SANDBOX_DECISION_SECONDS, SANDBOX_REPORT_SECONDS } from "./contract.ts";
import { sandboxMatch } from "./match.ts";
import { selectSecondsSince } from "./store.ts";

/** What becomes of a payment after it was paid. Its reference at the sandbox begins with `prefix`. */
type Course = {
  prefix: string;
  about: HintSubject;
  /** When the sandbox has something to report, in seconds after the payment. */
  reportsAfter: readonly number[];
  outcome?: "won" | "lost";
};

const disputed = { about: "disputes", reportsAfter: [SANDBOX_REPORT_SECONDS] } as const;
const decided = {
  about: "disputes",
  reportsAfter: [SANDBOX_REPORT_SECONDS, SANDBOX_DECISION_SECONDS],
} as const;

/** By the name of their test value. */
export const courses = {
  disputed: { prefix: "sbx_disputed_", ...disputed },
  disputeWon: { prefix: "sbx_dispute_won_", ...decided, outcome: "won" },
  disputeLost: { prefix: "sbx_dispute_lost_", ...decided, outcome: "lost" },
  lateMatch: {
    prefix: "sbx_late_match_",
    about: "charge",
    reportsAfter: [SANDBOX_REPORT_SECONDS],
  },
} as const satisfies Record<string, Course>;

function courseOf(providerReference: string): Course | undefined {
  return Object.values(courses).find(({ prefix }) => providerReference.startsWith(prefix));
}

/** What has come of it by now. What is no longer written down is long over. */
async function secondsSince(paymentId: string): Promise<number> {
  return (await selectSecondsSince(paymentId)) ?? Number.POSITIVE_INFINITY;
}

/** What a bank matches with its ledger, as far as it is known by now. */
export async function matchOfCourse(
  paymentId: string,
  { providerReference }: { providerReference: string },
): Promise<ProviderMatch> {
  const match = sandboxMatch(paymentId);
  if (courseOf(providerReference) !== courses.lateMatch) return match;
  if ((await secondsSince(paymentId)) >= SANDBOX_REPORT_SECONDS) return match;
  return { ...match, networkTransactionId: null, acquirerReferenceNumber: null };
}

/** The dispute of a payment, if it has one by now. */
export async function listCourseDisputes(
  paymentId: string,
  providerReference: string,
): Promise<ProviderDispute[]> {
  const course = courseOf(providerReference);
  if (course?.about !== "disputes") return [];
  const seconds = await secondsSince(paymentId);
  if (seconds < SANDBOX_REPORT_SECONDS) return [];
  const status = seconds < SANDBOX_DECISION_SECONDS ? "open" : (course.outcome ?? "open");
  const disputeId = `sbx_dp_${providerReference.slice(course.prefix.length)}`;
  return [{ disputeId, status, reason: "product_not_received" }];
}
