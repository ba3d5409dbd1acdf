import { describeEscrow, type EscrowStatus } from "#lib/escrow/status.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count, toDay } from "./text.ts";

const MAX_DAYS = 10;

export const subject: Subject = {
  commands: {
    status: defineCommand({
      does: "receipts in escrow: since when, and until when",
      run: async () => {
        const result = await describeEscrow();
        return { result, text: result.map(describeStatus).join("\n") || "Nothing is in escrow" };
      },
    }),
  },
  byDefault: "status",
};

function describeStatus({ environment, oldestSince, expires, ...status }: EscrowStatus): string {
  const rest = expires.slice(MAX_DAYS);
  const later = rest.reduce((total, { receipts }) => total + receipts, 0);
  const versions = status.versions.map(({ version, receipts }) => `${receipts} under ${version}`);
  return [
    `${environment}: ${count(status.receipts, "receipt")}, the oldest since ${toDay(oldestSince)}`,
    `  escrow keys: ${versions.join(", ")}`,
    ...expires
      .slice(0, MAX_DAYS)
      .map(({ day, receipts }) => `  ${day}: ${count(receipts, "receipt")} will expire`),
    ...(later > 0 ? [`  later: ${count(later, "receipt")}`] : []),
  ].join("\n");
}
