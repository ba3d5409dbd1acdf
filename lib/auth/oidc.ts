import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { config } from "#lib/config.ts";
import { findSignIn } from "#lib/storage/members.ts";
import type { SignInOutcome } from "./sign-in.ts";

type OidcClaims = { sub: string };

const claims = z.object({
  email: z.string().trim().min(3).max(256),
  // Of anything but the word itself it is not known what it means.
  email_verified: z.literal(true),
});

/** The provider of the environment's choice; undefined where there is none. */
export function oidcProvider(
  arrive: (sub: string, outcome: Promise<SignInOutcome>) => Promise<{ id: string }>,
): OAuthConfig<OidcClaims> | undefined {
  const { oidc } = config();
  if (!oidc) return undefined;

  return {
    id: "oidc",
    name: oidc.name,
    type: "oauth",
    wellKnown: `${oidc.issuer}/.well-known/openid-configuration`,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    authorization: { params: { scope: "openid email" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: (profile) => arrive(profile.sub, signInByOidc(profile)),
  };
}

/** The member with the email that the provider has verified; it makes nobody a member. */
async function signInByOidc(profile: unknown): Promise<SignInOutcome> {
  const parsed = claims.safeParse(profile);
  if (!parsed.success) return { state: "email_not_verified" };

  const member = await findSignIn(parsed.data.email);
  if (!member) return { state: "no_member" };
  const { id: memberId, sessionVersion } = member;
  return { state: "signed_in", signedIn: { memberId, sessionVersion } };
}
