import { z } from "zod";
import type { Operation } from "./operation.ts";

export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 1024;

/** A password as it is asked for: anything that may once have been taken. */
export const givenPassword = z.string().min(1).max(LONGEST_PASSWORD);

/**
 * A password to be taken: long, and none of those that are tried first. Nothing is asked of its
 * letters (NIST SP 800-63B section 3.1.1.2).
 */
export const newPassword = z
  .string()
  .min(SHORTEST_PASSWORD, `must have ${SHORTEST_PASSWORD} characters or more`)
  .max(LONGEST_PASSWORD, `must have ${LONGEST_PASSWORD} characters or fewer`)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "must be plain text")
  .refine((text) => !isObvious(text), "is among the first that anybody would try");

export const passwordIsEmail = "must not be the email address";

export function isEmail(password: string, email: string): boolean {
  return password.trim().toLowerCase() === email;
}

export const passwordChange = z.object({ currentPassword: givenPassword, newPassword });

export type PasswordChange = z.output<typeof passwordChange>;

export const changePasswordOperation = {
  operationId: "changePassword",
  method: "PUT",
  path: "/api/console/password",
  tag: "Console",
  summary: "Change one's own password; every other session ends",
  role: "viewer",
  acrossEnvironments: true,
  rateClass: "writes",
  body: passwordChange,
  response: z.object({ changed: z.literal(true) }),
  statuses: [200],
  errors: ["rate_limit_exceeded"],
} as const satisfies Operation;

/** What people add figures to, most of all where a rule asks for them. */
const favorites =
  "password passwort qwerty qwertz azerty letmein welcome administrator admin iloveyou changeme " +
  "changeit secret default sealslip";

/** One character or short piece over and over, a run of the keyboard, or a favorite with figures. */
function isObvious(password: string): boolean {
  const text = password.toLowerCase().replace(/[\s._-]/g, "");
  if (/^(.{1,4})\1+$/su.test(text)) return true;
  if (runs.some((run) => run.includes(text))) return true;
  const words = new RegExp(favorites.replaceAll(" ", "|"), "g");
  return text.replace(words, "").replace(/[\d!@#$%?*]/g, "") === "";
}

const digits = "1234567890".repeat(4);
const letters = "abcdefghijklmnopqrstuvwxyz";
const keyboard = "qwertyuiopasdfghjklzxcvbnm";
const runs = [digits, letters, keyboard].flatMap((run) => [run, [...run].reverse().join("")]);
