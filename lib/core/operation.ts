import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Role, Scope } from "./permissions.ts";
import type { RateClass } from "./tiers.ts";

/** One endpoint of the API, as the route enforces it and the OpenAPI document describes it. */
export type Operation = Described & (Keyed | ForMembers | ForVisits);

type Keyed = {
  /** The scope that a key or a member's session needs. `any`: whichever it has. `null`: open to every caller. */
  scope: Scope | "any" | null;
  /** Another scope that is enough instead. */
  orScope?: Scope;
  /** `null`: never refused for its rate, as health checks must not be. */
  rateClass: RateClass | null;
  /** Without a rate class: refused calls count against their address, and beyond its limit are 429. */
  limitsRefusals?: true;
  /** Only for this service's own pages, because the answer changes whose session the browser has. */
  sameOrigin?: true;
  /** Whether a visit of the demo may call it as well, for its own data. */
  visits?: true;
  /**
   * The lowest role whose session may call it as well, without the scope; the organization's kind must have that.
   * Otherwise only the roles that have the scope may.
   */
  leastRole?: Role;
  /** As for members below. Keys and visits need no proof. */
  stepUp?: true;
  role?: never;
  orNobody?: never;
  mayBeStale?: never;
  visit?: never;
};

/** For members in the consoles: a session instead of a key, and not in the public document. */
export type ForMembers = {
  /** The lowest role that may call. */
  role: Role;
  /** What the organization's kind must include: a scope that viewers have, so that it says nothing of roles. */
  needs?: Extract<Scope, `${string}:read`>;
  rateClass: RateClass;
  /** Concerns the organization as a whole: no X-Environment is needed. */
  acrossEnvironments?: true;
  /** Also answers callers without a session, instead of refusing them. */
  orNobody?: true;
  /** A list, report, or export that only reads, and may be answered by a standby of the database, seconds old. */
  mayBeStale?: true;
  /**
   * Only within STEP_UP_MINUTES after the member has proved their identity; later the answer is
   * `step_up_required`, and a page asks for the proof and calls again.
   */
  stepUp?: true;
  /**
   * Also for members who must have a second factor and have none yet. Every other operation refuses them with
   * `second_factor_required`.
   */
  beforeSecondFactor?: true;
  scope?: never;
  orScope?: never;
  sameOrigin?: never;
  visit?: never;
};

/** For visits of the demo alone, and not in the public document. */
type ForVisits = {
  visit: true;
  rateClass: RateClass;
  scope?: never;
  orScope?: never;
  sameOrigin?: never;
  role?: never;
  orNobody?: never;
  mayBeStale?: never;
};

/** Work that costs a process far more than a payment does: it has places and shares of its own. */
export type ExpensiveWork = "reports" | "batches" | "key_generation";

type Described = {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With OpenAPI's `{parameter}` notation. */
  path: `/api/${string}`;
  tag:
    | "Onboarding"
    | "Payments"
    | "Keys"
    | "Receipts"
    | "Webhooks"
    | "Service"
    | "Console"
    | "Wallet"
    | "Demo";
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The body where its receipt comes sealed, in the field `sealedReceipt`. */
  sealedBody?: z.ZodType;
  /**
   * The list in the body of a batch, whose elements the route reads one by one: one that is refused refuses no
   * other. Each counts as a call against the rate.
   */
  parts?: string;
  /** The field that says for how many things the call asks: each counts as a call against the rate. */
  counts?: string;
  /** Instead of `body`: the raw bytes, whatever their declared type. */
  rawBody?: true;
  /** May come with X-Merchant-Signature: the verb also gets the raw bytes of the body. */
  signed?: true;
  /** The resource inside `data`; absent where the answer is a document of its own. */
  response?: z.ZodType;
  /** Success statuses: 201 first where a resource is created, 200 for the rest and for replays. */
  statuses: readonly (200 | 201)[];
  /** What the call is, unless it costs about as much as a payment. */
  expensive?: ExpensiveWork;
  /** Beyond those that every endpoint can answer with. */
  errors: readonly ErrorCode[];
};
