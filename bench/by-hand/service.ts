import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Pool } from "pg";
import { type DestinationStream, pino } from "pino";
import type { ErrorCode } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { type Caller, createCallers, createLimiter } from "./callers.ts";
import { registerUser } from "./cardholders.ts";
import { Failure } from "./failure.ts";
import { listReceipts } from "./list.ts";
import { createPayment, type PaymentBody } from "./payments.ts";
import { decryptReceipt, grantAccess, takeEnvelope } from "./receipts.ts";
import { schemas } from "./schemas.ts";
import type { Secrets } from "./secrets.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    scope?: string;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const BODY_LIMIT = 256 * 1024;
const PER_ADDRESS = 300;

const securityHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
};

type Options = { pool: Pool; secrets: Secrets; log: DestinationStream };

/** The service as one would write it with Fastify, without plugins, since none answers as ours does. */
export function createService({ pool, secrets, log }: Options): FastifyInstance {
  const logger: FastifyBaseLogger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    log,
  );
  const app = fastify({
    loggerInstance: logger,
    // One line a call instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => createId("request"),
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: 75_000,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  app.decorateRequest("caller", null);
  app.addHook("onRequest", createDoor(pool));
  app.addHook("onResponse", async (request, reply) => logCall(request, reply));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    answerError(new Failure("not_found", "No such route"), request, reply),
  );
  addPaymentRoutes(app, { pool, secrets });
  addReceiptRoutes(app, { pool, secrets });
  return app;
}

/** Request id, headers, key, scope, and limit: before the body is read. */
function createDoor(pool: Pool) {
  const findCaller = createCallers(pool);
  const take = createLimiter();

  function limit(reply: FastifyReply, key: string, perMinute: number): void {
    const { remaining, resetsAt, exceeded } = take(key, perMinute);
    reply.headers({
      "x-ratelimit-limit": perMinute,
      "x-ratelimit-remaining": remaining,
      "x-ratelimit-reset": Math.ceil(resetsAt / 1000),
    });
    if (!exceeded) return;
    reply.header("retry-after", Math.ceil((resetsAt - Date.now()) / 1000));
    throw new Failure("rate_limit_exceeded", "Too many requests");
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(securityHeaders).header("x-request-id", request.id);
    const { scope } = request.routeOptions.config;
    const key = request.headers["x-api-key"];
    const caller = typeof key === "string" ? await findCaller(key) : undefined;
    if (!caller || scope === undefined) {
      limit(reply, request.ip, PER_ADDRESS);
      if (scope === undefined) return;
      reply.header("www-authenticate", 'ApiKey realm="sealslip"');
      throw new Failure("unauthorized", "Invalid or missing API key");
    }
    request.caller = caller;
    limit(reply, `${caller.apiKeyId}:${request.method}`, caller.requestsPerMinute);
    if (!caller.scopes.includes(scope)) {
      throw new Failure("forbidden", "This API key lacks the required scope", `scope ${scope}`);
    }
  };
}

function addPaymentRoutes(app: FastifyInstance, services: { pool: Pool; secrets: Secrets }): void {
  app.post<{ Params: { gateway: string }; Body: PaymentBody }>(
    "/api/v1/payments/:gateway/create",
    { schema: schemas.create, config: { scope: "payments:write" } },
    async (request, reply) => {
      const { params, body } = request;
      const caller = callerOf(request);
      const { isNew, payment } = await createPayment(services, { caller, ...params, body });
      reply.header("x-payment-id", payment.paymentId);
      if (!isNew) reply.header("idempotent-replayed", "true");
      return answer(reply, isNew ? 201 : 200, payment);
    },
  );
  app.post<{ Body: { hashedPan: string; publicKey: string; keyId: string } }>(
    "/api/v1/onboarding/register",
    { schema: schemas.register, config: { scope: "onboarding:write" } },
    async (request, reply) => {
      const { isNew, user } = await registerUser(services, callerOf(request), request.body);
      return answer(reply, isNew ? 201 : 200, user);
    },
  );
}

type Access = { paymentId: string; tokenId: string };

function addReceiptRoutes(app: FastifyInstance, services: { pool: Pool; secrets: Secrets }): void {
  const { pool } = services;
  app.post<{ Body: { userId: string; keyId: string; paymentId?: string; consentMethod?: string } }>(
    "/api/v1/keys/grant-access",
    { schema: schemas.grant, config: { scope: "keys:grant" } },
    async (request, reply) => {
      const { body, ip: address } = request;
      return answer(
        reply,
        201,
        await grantAccess(pool, { caller: callerOf(request), body, address }),
      );
    },
  );
  app.post<{ Body: Access }>(
    "/api/v1/payments/envelope",
    { schema: schemas.envelope, config: { scope: "receipts:decrypt" } },
    async (request, reply) => {
      const envelope = await takeEnvelope(pool, callerOf(request), request.body);
      reply.header("x-payment-id", request.body.paymentId);
      return answer(reply, 200, envelope);
    },
  );
  app.post<{ Body: Access & { privateKey: string } }>(
    "/api/v1/payments/decrypt",
    { schema: schemas.decrypt, config: { scope: "receipts:decrypt" } },
    async (request, reply) => {
      const receipt = await decryptReceipt(pool, callerOf(request), request.body);
      reply.header("x-payment-id", request.body.paymentId);
      return answer(reply, 200, receipt);
    },
  );
  app.get<{ Params: { userId: string }; Querystring: { limit: string; cursor?: string } }>(
    "/api/v1/receipts/:userId",
    { schema: schemas.list, config: { scope: "receipts:read" } },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const page = { ...request.params, limit: Number(limit), cursor };
      return answer(reply, 200, await listReceipts(services, callerOf(request), page));
    },
  );
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (caller) return caller;
  throw new Error("the hook requires a key");
}

function answer(reply: FastifyReply, status: number, data: object): FastifyReply {
  return reply.code(status).send({ success: true, data });
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error);
  if (failure.status === 500) request.log.error({ err: error }, "a call failed");
  const { code, message, details, status } = failure;
  const timestamp = new Date().toISOString();
  if (failure.paymentId !== undefined) reply.header("x-payment-id", failure.paymentId);
  return reply
    .code(status)
    .send({ error: { code, message, details, timestamp, request_id: request.id } });
}

const codes: Record<number, ErrorCode> = {
  400: "invalid_request",
  413: "payload_too_large",
  415: "unsupported_media_type",
};

/** Fastify's own refusals have a status. */
function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  const code = codes[status] ?? "internal_server_error";
  const isCallers = code !== "internal_server_error" && error instanceof Error;
  return isCallers
    ? new Failure(code, "Request validation failed", error.message)
    : new Failure(code, "Internal server error");
}

function logCall(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 100) / 100,
      organization_id: request.caller?.organizationId,
      environment: request.caller?.environment,
      api_key_id: request.caller?.apiKeyId,
      address: request.ip,
    },
    "request",
  );
}
