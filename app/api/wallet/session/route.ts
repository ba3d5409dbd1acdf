import { getWalletSessionOperation } from "#lib/accounts/contract-wallet.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getWalletSession } from "#lib/visits/wallet-session.ts";

export const GET = endpoint(getWalletSessionOperation, async ({ headers }) =>
  ok(await getWalletSession({ cookies: headers.get("cookie") })),
);
