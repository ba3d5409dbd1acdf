import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { scopes } from "#lib/core/permissions.ts";
import { keyIdText } from "#lib/core/text.ts";
import { environments } from "#lib/core/vocabulary.ts";
import { normalizeUserCode } from "#lib/crypto/user-code.ts";

export const DEVICE_LOGIN_MINUTES = 10;
/** Between polls. */
export const POLL_SECONDS = 2;
export const DEFAULT_KEY_DAYS = 90;
const MAX_KEY_DAYS = 365;

/** A code as a person types it, in the form that it is stored in. */
export const userCodeText = (shownBy: "program" | "phone") =>
  z
    .string()
    .max(32)
    .transform((text, context) => {
      const code = normalizeUserCode(text);
      if (code !== undefined) return code;
      context.addIssue(`must be the 8 letters that the ${shownBy} shows`);
      return z.NEVER;
    });

const startedLogin = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  verificationUrl: z.string(),
  expiresInSeconds: z.int(),
  intervalSeconds: z.int(),
});

export type StartedLogin = z.output<typeof startedLogin>;

const intervalSeconds = z.int().meta({ description: "To wait before the next poll" });

/** The states of RFC 8628 section 3.5; `expired` also stands for a code that is unknown or used up. */
const polledLogin = z.discriminatedUnion("state", [
  z.object({ state: z.literal("pending"), intervalSeconds }),
  z.object({ state: z.literal("slow_down"), intervalSeconds }),
  z.object({ state: z.literal("denied") }),
  z.object({ state: z.literal("expired") }),
  z.object({
    state: z.literal("approved"),
    apiKey: z.string().meta({ description: "The key itself, shown only once" }),
    name: z.string(),
    environment: z.enum(environments),
    expiresAt: timestamp.nullable(),
  }),
]);

export type PolledLogin = z.output<typeof polledLogin>;
export type PolledLoginJson = z.input<typeof polledLogin>;

const foundLogin = z.object({
  userCode: z.string(),
  deviceName: z.string(),
  address: z.string(),
  sameNetwork: z.boolean().meta({ description: "Whether it asks from where the member is" }),
  createdAt: timestamp,
  expiresAt: timestamp,
});

export type FoundLogin = z.output<typeof foundLogin>;

const approval = z.object({
  userCode: userCodeText("program"),
  scopes: z.array(z.enum(scopes)).min(1, "must include at least one").max(scopes.length),
  keyDays: z.int().min(1).max(MAX_KEY_DAYS).default(DEFAULT_KEY_DAYS),
});

export type Approval = z.output<typeof approval>;

export const startDeviceLoginOperation = {
  operationId: "startDeviceLogin",
  method: "POST",
  path: "/api/device-logins",
  tag: "Console",
  summary: "Start a sign-in of a program without a browser, in the style of RFC 8628",
  scope: null,
  rateClass: "writes",
  body: z.object({ deviceName: keyIdText.max(64) }),
  response: startedLogin,
  statuses: [201],
  errors: [],
} as const satisfies Operation;

export const pollDeviceLoginOperation = {
  operationId: "pollDeviceLogin",
  method: "POST",
  path: "/api/device-logins/token",
  tag: "Console",
  summary: "Ask whether it was approved; the API key comes once",
  scope: null,
  rateClass: "writes",
  body: z.object({ deviceCode: z.string().min(1).max(128) }),
  response: polledLogin,
  statuses: [200],
  errors: ["conflict"],
} as const satisfies Operation;

const byMember = { method: "POST", tag: "Console", role: "developer" } as const;
const code = z.object({ userCode: userCodeText("program") });
const decidedLogin = z.object({ userCode: z.string() });

export const findDeviceLoginOperation = {
  ...byMember,
  operationId: "findDeviceLogin",
  path: "/api/console/device-logins/find",
  summary: "Which computer shows a code",
  acrossEnvironments: true,
  rateClass: "reads",
  body: code,
  response: foundLogin,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const approveDeviceLoginOperation = {
  ...byMember,
  operationId: "approveDeviceLogin",
  path: "/api/console/device-logins/approve",
  summary: "Let the program have an API key of this environment",
  stepUp: true,
  rateClass: "writes",
  body: approval,
  response: decidedLogin,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const denyDeviceLoginOperation = {
  ...byMember,
  operationId: "denyDeviceLogin",
  path: "/api/console/device-logins/deny",
  summary: "Refuse it",
  acrossEnvironments: true,
  rateClass: "writes",
  body: code,
  response: decidedLogin,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
