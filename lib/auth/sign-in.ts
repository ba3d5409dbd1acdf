import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";
import { findSignIn } from "#lib/storage/members.ts";

/** What a session remembers of its member; everything else is read when it is used. */
export type SignedIn = { memberId: string; sessionVersion: number };

const credentials = z.object({
  email: z.string().trim().min(3).max(256).refine(isStorable),
  password: z.string().min(1).max(1024).refine(isStorable),
});

const processWide = globalThis as { sealslipDecoyHash?: Promise<string> };

/** The member with this email and password. Undefined, after the same time, for either being wrong. */
export async function signIn(sent: unknown): Promise<SignedIn | undefined> {
  const parsed = credentials.safeParse(sent);
  if (!parsed.success) return undefined;

  const { email, password } = parsed.data;
  const decoy = await decoyHash();
  const member = await findSignIn(email);
  // An unknown email costs a verification as well: the time must not tell who is a member.
  const matches = await verify(member?.passwordHash ?? decoy, password);
  if (!member || !matches) return undefined;
  return { memberId: member.id, sessionVersion: member.sessionVersion };
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function decoyHash(): Promise<string> {
  processWide.sealslipDecoyHash ??= hash(randomBytes(32).toString("base64url"));
  return processWide.sealslipDecoyHash;
}
