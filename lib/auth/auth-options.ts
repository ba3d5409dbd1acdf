import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { log } from "#lib/log/logger.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address-header.ts";
import { oidcProvider } from "./oidc.ts";
import { serviceSecrets } from "./service-secrets.ts";
import { SESSION_SECONDS, sessionCookie } from "./session.ts";
import { type SignInOutcome, signIn } from "./sign-in.ts";
import { SIGN_IN_PAGE, signInRefusal } from "./sign-in-refusal.ts";

/** What a provider gives of somebody who wants to come in; `id` is next-auth's to want. */
type Arrival = { id: string; outcome: SignInOutcome };

/** The sign-in of the consoles: email and password, and a session in an encrypted cookie. */
export function authOptions(): AuthOptions {
  const { name, options } = sessionCookie();
  return {
    secret: serviceSecrets().sessionSecret,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options } },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    providers: [passwordProvider(), oidcProvider(arrive)].filter((provider) => !!provider),
    callbacks: {
      // Next-auth has room for one bare word of refusal; how long to wait needs an address.
      signIn: ({ user }) => signInRefusal((user as Arrival).outcome) ?? true,
      // `user` is there at sign-in only; afterwards the token is what it was.
      jwt: ({ token, user }) => {
        const outcome = (user as Arrival | undefined)?.outcome;
        return outcome?.state === "signed_in" ? { ...outcome.signedIn } : token;
      },
      // Pages ask the API who is signed in: nothing else is read from a session that may be revoked.
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}

function passwordProvider() {
  return unwrap(Credentials)({
    credentials: {
      email: { label: "Email", type: "email" },
      password: { label: "Password", type: "password" },
      code: { label: "Code", type: "text" },
    },
    async authorize(sent, { headers }): Promise<Arrival | null> {
      const address = String(headers?.[CLIENT_ADDRESS_HEADER] ?? "unknown");
      const arrival = await arrive("credentials", signIn(sent, address));
      return arrival.outcome.state === "wrong_credentials" ? null : arrival;
    },
  });
}

/** Next-auth would show the message of whatever is thrown to the person who signs in. */
async function arrive(id: string, outcome: Promise<SignInOutcome>): Promise<Arrival> {
  try {
    return { id, outcome: await outcome };
  } catch (err) {
    log().error({ err }, "a sign-in failed");
    return { id, outcome: { state: "service_unavailable" } };
  }
}

/** The package is CommonJS: its default export is one level deeper in Node than in Next's bundle. */
function unwrap<T>(module: T): T {
  return module && typeof module === "object" && "default" in module
    ? (module.default as T)
    : module;
}
