import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "#lib/accounts/auth-options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Sign-in and sign-out of the consoles. Next answers it, unlike the rest of `/api`. */
export async function GET(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth: path } = await context.params;
  return await NextAuth(request, context, await authOptions(request.headers, path));
}

export { GET as POST };
