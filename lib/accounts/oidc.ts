import { z } from "zod";
import { config } from "#lib/config.ts";
import { log } from "#lib/log/logger.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { recordFailure } from "./record-failure.ts";
import type { SignedIn } from "./sessions.ts";
import type { SignInOutcome } from "./sign-in.ts";
import { bindOidcIdentity, confirmAddress, selectOidcSignIn } from "./store-oidc.ts";

const DISCOVERY_TIMEOUT_MS = 5_000;

const metadata = z.object({ issuer: z.string() });

/** OpenID Connect Discovery section 4: without the slash that the issuer may end with. */
export function discoveryAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

/**
 * Whether the provider's metadata names OIDC_ISSUER, to the letter (OpenID Connect Discovery section 4.3):
 * next-auth would accept any issuer there, and send its code and our secret to that issuer.
 */
export async function confirmIssuer(): Promise<boolean> {
  const expected = config().oidc?.issuer;
  if (expected === undefined) return false;
  try {
    const signal = AbortSignal.timeout(DISCOVERY_TIMEOUT_MS);
    const response = await fetch(discoveryAddress(expected), { redirect: "error", signal });
    const { issuer } = metadata.parse(await response.json());
    if (issuer === expected) return true;
    log().error({ expected, issuer }, "the metadata of the OIDC provider names another issuer");
  } catch (err) {
    log().error({ err }, "the metadata of the OIDC provider cannot be read");
  }
  return false;
}

const person = z.object({ iss: z.string().min(1).max(512), sub: z.string().min(1).max(255) });
const verifiedEmail = z.object({
  email: z.string().trim().min(3).max(256),
  // The boolean only: other values have no defined meaning.
  email_verified: z.literal(true),
});

/**
 * Signs in the member who is bound to the provider's issuer and subject. The first time, it is the member
 * whose email both the provider and the service have verified; from then on the email says nothing, since
 * another person may get that address. Creates no members.
 */
export async function signInByOidc(profile: unknown): Promise<SignInOutcome> {
  const { iss: issuer, sub: subject } = person.parse(profile);
  // OpenID Connect Core section 3.1.3.7: next-auth compares it with the metadata that it has read itself.
  if (issuer !== config().oidc?.issuer) throw new Error("an ID token of another issuer");

  const { data } = verifiedEmail.safeParse(profile);
  const known = await selectOidcSignIn({ issuer, subject });
  if (known) {
    // Bound before addresses were confirmed; the provider has confirmed this one since.
    if (data) await confirmAddress(known, data.email);
    return signedInAs(known);
  }
  const bound = data ? await bindOidcIdentity(data.email, { issuer, subject }) : undefined;
  if (typeof bound === "object") {
    await sendQueuedSoon();
    return signedInAs(bound);
  }

  const state = bound ?? "email_not_verified";
  await recordFailure(undefined, { reason: state });
  return { state };
}

function signedInAs(signedIn: SignedIn): SignInOutcome {
  return { state: "signed_in", signedIn, secondFactor: null };
}

const authTime = z.object({ auth_time: z.int().positive() });

/**
 * When the person last signed in at the provider, which states it if asked with `max_age` (OpenID Connect
 * Core section 2): a redirect from there proves nothing while the provider's own session lasts.
 */
export function readAuthTime(profile: unknown): Date | null {
  const { data } = authTime.safeParse(profile);
  return data ? new Date(Math.min(data.auth_time * 1000, Date.now())) : null;
}
