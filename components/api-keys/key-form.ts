import { z } from "zod";
import { startOfNextDay } from "#components/ui/day-bounds.ts";
import { addressBlockText, apiKeyRequest } from "#lib/api-keys/contract.ts";
import type { Scope } from "#lib/core/permissions.ts";

export type Preset = { name: string; scopes: readonly Scope[] };

/** Scopes that are checked by hand. */
export const CUSTOM: Preset = { name: "Custom", scopes: [] };

const ofOneKind: readonly Preset[] = [
  { name: "Till", scopes: ["payments:write", "payments:read"] },
  { name: "Wallet backend", scopes: ["onboarding:write", "keys:grant", "receipts:read"] },
];

/** The usual purposes of keys, among the scopes that the organization's keys can have. */
export function presetsFor(scopes: readonly Scope[]): Preset[] {
  return [
    ...ofOneKind.filter((preset) => preset.scopes.every((scope) => scopes.includes(scope))),
    { name: "Read only", scopes: scopes.filter((scope) => scope.endsWith(":read")) },
  ];
}

const DAY_MS = 24 * 60 * 60 * 1000;

const spans: Record<string, number> = { "30d": 30, "90d": 90, "1y": 365 };

export const expiryChoices = [
  { value: "never", label: "Never" },
  { value: "30d", label: "In 30 days" },
  { value: "90d", label: "In 90 days" },
  { value: "1y", label: "In a year" },
  { value: "day", label: "On a specific day" },
];

const MAX_ADDRESSES = 50;

const addressLines = z.string().superRefine((text, context) => {
  const lines = splitAddresses(text);
  const wrong = lines.find((line) => !addressBlockText.safeParse(line).success);
  if (wrong !== undefined) {
    context.addIssue(
      `“${wrong}” is neither an IPv4 or IPv6 address nor a block such as 203.0.113.0/24`,
    );
  }
  if (lines.length > MAX_ADDRESSES) context.addIssue(`are at most ${MAX_ADDRESSES}`);
});

/** The fields of a new key's form, for a reader in the time zone. */
export function keyFormIn(timeZone: string | undefined) {
  return z
    .object({
      name: apiKeyRequest.shape.name,
      scopes: apiKeyRequest.shape.scopes,
      expiry: z.string(),
      /** `YYYY-MM-DD`, if `expiry` is `day`. */
      day: z.string(),
      addresses: addressLines,
    })
    .superRefine(({ expiry, day }, context) => {
      if (expiry !== "day") return;
      const end = endOfDay(day, timeZone);
      if (Number.isNaN(end))
        context.addIssue({ code: "custom", path: ["day"], message: "is required" });
      if (end <= Date.now()) {
        context.addIssue({ code: "custom", path: ["day"], message: "must be today or later" });
      }
    });
}

export type KeyForm = z.output<ReturnType<typeof keyFormIn>>;

/** The request of the form; an expiry day ends at midnight in the time zone. `now` in milliseconds. */
export function toKeyRequest(
  { name, scopes, expiry, day, addresses }: KeyForm,
  now: number,
  timeZone: string | undefined,
): z.input<typeof apiKeyRequest> {
  const expiresAt = toExpiry({ expiry, day }, now, timeZone);
  const allowedAddresses = splitAddresses(addresses);
  return { name, scopes, allowedAddresses, ...(expiresAt ? { expiresAt } : {}) };
}

function toExpiry(
  { expiry, day }: Pick<KeyForm, "expiry" | "day">,
  now: number,
  timeZone: string | undefined,
): string | undefined {
  if (expiry === "day") return new Date(endOfDay(day, timeZone)).toISOString();
  const days = spans[expiry];
  return days === undefined ? undefined : new Date(now + days * DAY_MS).toISOString();
}

/** Its last millisecond, so that an expiry is shown with the chosen day. */
function endOfDay(day: string, timeZone: string | undefined): number {
  return startOfNextDay(day, timeZone) - 1;
}

function splitAddresses(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
