import type { z } from "zod";
import { KEY_CACHE_MS } from "#lib/api-keys/key-cache.ts";
import { withOrigin } from "#lib/audit/origin.ts";
import type { Caller, MemberCaller, SignedInMember, VisitCaller } from "#lib/core/caller.ts";
import type { Operation } from "#lib/core/operation.ts";
import type { Scope } from "#lib/core/permissions.ts";
import { isSealedBody } from "#lib/core/sealed-body.ts";
import { requireOwn } from "#lib/visits/require-own.ts";
import { admitCall, awaitClient, awaitTurn } from "./admit-call.ts";
import { authenticate } from "./authenticate.ts";
import { authenticateMember, requireSameOrigin } from "./authenticate-member.ts";
import { authenticateVisit } from "./authenticate-visit.ts";
import { type Exchange, openExchange } from "./exchange.ts";
import { doWork } from "./expensive-work.ts";
import { parseBody, parseInput, parseQuery } from "./parse.ts";
import {
  limitRefusal,
  requireAllowance,
  showAddressAllowance,
  takeFromAddress,
  takeParts,
} from "./rate-limit.ts";
import { readBytes, readJsonBody, readSignedJsonBody } from "./read-body.ts";
import { recordRefusal } from "./record-refusal.ts";
import { refuseCardData } from "./refuse-card-data.ts";
import type { Reply } from "./reply.ts";
import { requireReleased } from "./require-released.ts";
import { notePayment, respond, respondError } from "./respond.ts";
import { answerFromStandby, noteWrite } from "./stale-answers.ts";
import { traceExchange } from "./trace-exchange.ts";

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Part<O, Name extends string> =
  O extends Record<Name, infer Schema> ? Parsed<Schema> : undefined;

type SealedBody<O> = O extends { sealedBody: infer Schema } ? Parsed<Schema> : never;

type CallerOf<O extends Operation> = O["scope"] extends Scope | "any"
  ? Caller
  : O["scope"] extends null
    ? undefined
    : O extends { visit: true }
      ? VisitCaller
      : O extends { acrossEnvironments: true }
        ? SignedInMember | (O extends { orNobody: true } ? undefined : never)
        : MemberCaller;

export type Call<O extends Operation, Body = Part<O, "body">> = {
  caller: CallerOf<O>;
  params: Part<O, "params">;
  query: Part<O, "query">;
  body: O extends { rawBody: true } ? Uint8Array : Body | SealedBody<O>;
  bytes: O extends { signed: true } ? Uint8Array : undefined;
  /** The fields of the body as they were sent, before defaults. */
  sent: unknown;
  headers: Headers;
} & Pick<Exchange, "address" | "ipAddress">;

/** The input of the answer's schema; any value if the answer is a document of its own. */
type AnswerOf<O extends Operation> = O extends { response: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown;

type RouteContext = {
  params: Promise<Record<string, string | string[] | undefined>>;
  /** The peer's IP address, if known. */
  socketAddress?: string | undefined;
};

export type RouteHandler = {
  (request: Request, context: RouteContext): Promise<Response>;
  operation: Operation;
};

/** A route: the operation of the contract, enforced step by step around one verb. */
export function endpoint<const O extends Operation, Body = Part<O, "body">>(
  operation: O,
  handle: (call: Call<O, Body>) => Promise<Reply<AnswerOf<O>>>,
  /** For operations whose path determines the schema of the body; the document shows the contract's. */
  bodyFor?: (params: Part<O, "params">) => z.ZodType<Body>,
): RouteHandler {
  const answer = async (exchange: Exchange, context: RouteContext): Promise<Response> => {
    const response = await answerCall(exchange, context);
    noteWrite(exchange, operation, response);
    return response;
  };
  const answerCall = async (exchange: Exchange, context: RouteContext): Promise<Response> => {
    const { request } = exchange;
    try {
      requireReleased(operation);
      const admitted = await admit(exchange, operation);
      if (operation.rateClass !== null) {
        exchange.holder = holderOf(exchange, admitted);
        await awaitTurn(exchange);
      }
      const sent = await awaitClient(exchange, () => readSent(exchange, operation));
      const caller = mayHaveEnded(exchange) ? await admit(exchange, operation) : admitted;
      const params = operation.params && parseInput(operation.params, await context.params);
      const query = readQuery(request, operation);
      const sealed = isSealedBody(sent.value) ? operation.sealedBody : undefined;
      const schema = sealed ?? bodyFor?.(params as Part<O, "params">) ?? operation.body;
      const body = schema ? parseBody(schema, sent.value) : sent.value;
      await countParts(exchange, caller, operation, body);
      refuseCardData(operation, { params, query, body });
      if (caller?.via === "visit") {
        await requireOwn(caller, { ...params, ...(body ?? {}) }, operation);
      }

      notePayment(exchange, params, body);
      const { address, ipAddress } = exchange;
      const { bytes, value } = sent;
      const { headers } = request;
      const call = { caller, params, query, body, bytes, sent: value, headers, address, ipAddress };
      // Each part comes out of the schema that its type is taken from.
      const work = { kind: operation.expensive, holder: exchange.holder };
      const reply = await doWork(work, () =>
        answerFromStandby(exchange, operation, () => handle(call as Call<O, Body>)),
      );
      return await respond(exchange, operation, reply);
    } catch (thrown) {
      const isLimited = operation.scope === null && operation.limitsRefusals;
      const error = isLimited ? await limitRefusal(exchange, thrown) : thrown;
      await recordRefusal(exchange, error);
      return await respondError(exchange, error);
    }
  };
  const route = (request: Request, context: RouteContext): Promise<Response> => {
    const exchange = openExchange(request, operation.path, context.socketAddress);
    const { requestId, ipAddress: address } = exchange;
    const device = request.headers.get("user-agent");
    const origin = { requestId, address, device };
    return admitCall(exchange, operation, () =>
      withOrigin(origin, () => traceExchange(exchange, () => answer(exchange, context))),
    );
  };
  return Object.assign(route, { operation });
}

/**
 * Whether the key or the session of a call may have ended while its body arrived. The call that ends one is
 * answered only after this time, so a faster call was admitted before that answer.
 */
function mayHaveEnded({ startedAt }: Exchange): boolean {
  return performance.now() - startedAt > KEY_CACHE_MS;
}

async function admit(
  exchange: Exchange,
  operation: Operation,
): Promise<Caller | SignedInMember | undefined> {
  if (operation.role !== undefined) return await authenticateMember(exchange, operation);
  if (operation.visit) return await authenticateVisit(exchange, operation);
  const { scope, rateClass } = operation;
  if (scope !== null && rateClass !== null) {
    return await authenticate(exchange, { ...operation, scope, rateClass });
  }
  if (operation.rateClass === null) await showAddressAllowance(exchange);
  else requireAllowance(await takeFromAddress(exchange));
  if (operation.sameOrigin) requireSameOrigin(exchange.request);
  return undefined;
}

/** Visitors of the demo are strangers, who share one organization. */
function holderOf({ holder }: Exchange, caller: Caller | SignedInMember | undefined): string {
  return caller === undefined || caller.via === "visit" ? holder : caller.organizationId;
}

async function countParts(
  exchange: Exchange,
  caller: Caller | SignedInMember | undefined,
  { parts, counts, rateClass }: Operation,
  body: unknown,
): Promise<void> {
  const name = parts ?? counts;
  if (name === undefined || rateClass === null || !caller) return;
  const value: unknown = Reflect.get(Object(body), name);
  const count = Array.isArray(value) ? value.length : value;
  const others = typeof count === "number" ? Math.max(0, count - 1) : 0;
  await takeParts(exchange, caller, { rateClass, others });
}

type Sent = {
  /** Bytes, or JSON without validation. */
  value: unknown;
  bytes?: Uint8Array;
};

async function readSent(exchange: Exchange, { body, rawBody, signed }: Operation): Promise<Sent> {
  if (rawBody) return { value: await readBytes(exchange.request) };
  if (signed) return await readSignedJsonBody(exchange);
  return { value: body && (await readJsonBody(exchange)) };
}

function readQuery({ url }: Request, { query, scope, role }: Operation): unknown {
  // Health probes and webhooks may carry parameters of their senders.
  const isOurs = query ?? scope ?? role;
  if (!isOurs) return undefined;
  return url.includes("?")
    ? parseQuery(query, new URL(url).searchParams)
    : query && parseInput(query, {});
}
