import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "#lib/accounts/auth-options.ts";
import { withOrigin } from "#lib/audit/origin.ts";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Sign-in and sign-out of the consoles. Next answers it, unlike the rest of `/api`. */
export async function GET(request: NextRequest, context: Context): Promise<Response> {
  const { headers } = request;
  const origin = {
    requestId: null,
    address: headers.get(CLIENT_ADDRESS_HEADER),
    device: headers.get("user-agent"),
  };
  return await withOrigin(origin, () => NextAuth(request, context, authOptions(headers)));
}

export { GET as POST };
