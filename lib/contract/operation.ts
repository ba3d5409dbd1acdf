import type { z } from "zod";
import type { ErrorCode } from "#lib/errors/error-codes.ts";
import type { Role } from "./role.ts";
import type { Scope } from "./scope.ts";
import type { RateClass } from "./tier.ts";

/** One endpoint of the API: what the route enforces, and what the OpenAPI document says. */
export type Operation = Described & (Keyed | ForMembers);

type Keyed = {
  /** `null`: no key is needed. */
  scope: Scope | null;
  /** `null`: never refused for its rate, as health checks must not be. */
  rateClass: RateClass | null;
  role?: never;
};

/** Of the consoles: a session instead of a key, and not in the public document. */
export type ForMembers = {
  /** The least role that may. */
  role: Role;
  rateClass: RateClass;
  scope?: never;
};

type Described = {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With OpenAPI's `{parameter}` notation. */
  path: `/api/${string}`;
  tag: "Onboarding" | "Payments" | "Keys" | "Receipts" | "Service" | "Console";
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Instead of `body`: the bytes as they come in, whatever type they are said to be. */
  rawBody?: true;
  /** Where the path decides what the body may be; `body` is what the document shows. */
  bodyFor?: (params: never) => z.ZodType;
  /** The resource inside `data`; absent where the answer is a document of its own. */
  response?: z.ZodType;
  /** Success statuses: 201 first where a resource is created, 200 for the rest and for replays. */
  statuses: readonly (200 | 201)[];
  /** Beyond those that every endpoint can answer with. */
  errors: readonly ErrorCode[];
};
