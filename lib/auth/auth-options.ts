import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { serviceSecrets } from "./service-secrets.ts";
import { SESSION_SECONDS, sessionCookie } from "./session.ts";
import { signIn } from "./sign-in.ts";

/** The sign-in of the consoles: email and password, and a session in an encrypted cookie. */
export function authOptions(): AuthOptions {
  const { name, secure } = sessionCookie();
  return {
    secret: serviceSecrets().sessionSecret,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: secure,
    cookies: {
      sessionToken: { name, options: { httpOnly: true, sameSite: "lax", path: "/", secure } },
    },
    providers: [
      unwrap(Credentials)({
        credentials: {
          email: { label: "Email", type: "email" },
          password: { label: "Password", type: "password" },
        },
        async authorize(sent) {
          const signedIn = await signIn(sent);
          return signedIn ? { id: signedIn.memberId, ...signedIn } : null;
        },
      }),
    ],
    callbacks: {
      // `user` is there at sign-in only; afterwards the token is what it was.
      jwt: ({ token, user }) => {
        if (!user) return token;
        const { memberId, sessionVersion } = user as typeof user & Record<string, unknown>;
        return { memberId, sessionVersion };
      },
      // Pages ask the API who is signed in: nothing else is read from a session that may be revoked.
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}

/** The package is CommonJS: its default export is one level deeper in Node than in Next's bundle. */
function unwrap<T>(module: T): T {
  return module && typeof module === "object" && "default" in module
    ? (module.default as T)
    : module;
}
