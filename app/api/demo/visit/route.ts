import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok, type Reply } from "#lib/http/reply.ts";
import { getVisitOperation, openVisitOperation, type VisitResource } from "#lib/visits/contract.ts";
import { describeVisit, openVisit } from "#lib/visits/visit.ts";

export const GET = endpoint(getVisitOperation, async ({ caller }) =>
  ok(await describeVisit(caller.visitId)),
);

export const POST = endpoint(
  openVisitOperation,
  async ({ body, headers, address }): Promise<Reply<VisitResource>> => {
    const { startAgain } = body;
    const cookies = headers.get("cookie");
    const { state, visit, cookie } = await openVisit({ cookies, address, startAgain });
    const reply = state === "started" ? created(visit) : ok(visit);
    return cookie === undefined ? reply : { ...reply, headers: { "Set-Cookie": cookie } };
  },
);
