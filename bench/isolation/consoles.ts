import type { Hostile, Target } from "./hostile.ts";

/** What a signed-in member may ask for, and sign-ins. */
export const consoles: Record<string, Hostile> = {
  "exports of payments": reads(8, "merchant", () => "/api/console/payments/export"),
  "exports of the audit trail": reads(8, "issuer", () => "/api/console/audit/export"),
  "exports of the access log": reads(8, "issuer", () => "/api/console/access-log/export"),
  searches: reads(16, "merchant", () =>
    anyOf(
      `/api/console/search?text=${anyOf("receipt-", "e", "t-7")}`,
      `/api/console/payments?limit=50&search=${anyOf("zzz", "receipt", "9")}`,
    ),
  ),
  "sign-ins": {
    connections: 16,
    prepare: async ({ merchant: { email } }, send) => {
      const { headers, body } = await send({ path: "/api/auth/csrf" });
      const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
      const { csrfToken } = JSON.parse(body);
      let count = 0;
      return () => {
        count += 1;
        // Many accounts: one alone would soon be locked.
        const fields = {
          csrfToken,
          email: `${count}.${email}`,
          password: `wrong ${count}`,
          json: "true",
        };
        return {
          method: "POST",
          path: "/api/auth/callback/credentials",
          headers: { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams(fields).toString(),
        };
      };
    },
  },
};

function reads(connections: number, who: "merchant" | "issuer", path: () => string): Hostile {
  return {
    connections,
    prepare: async (target: Target) => {
      const headers = { Cookie: target[who].session, "X-Environment": "development" };
      return () => ({ path: path(), headers });
    },
  };
}

function anyOf(...terms: string[]): string {
  return terms[Math.floor(Math.random() * terms.length)] ?? "";
}
