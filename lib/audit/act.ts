import type { AuditAction, AuditActorKind } from "#lib/core/audit.ts";
import type { Caller, SignedInMember, Tenant } from "#lib/core/caller.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";

/** References and settings; never a secret, and nothing that identifies a cardholder. */
export type AuditFields = Record<string, string | number | boolean | null | readonly string[]>;

/** An act before it is recorded. */
export type Act = {
  organizationId: string;
  /** Null for acts on the whole organization. */
  environment: AnyEnvironment | null;
  /** Visits of the demo leave no trail: their data is deleted with them. */
  actor: { kind: AuditActorKind; id: string | null } | { kind: "visit" };
  action: AuditAction;
} & ActDetails;

export type ActDetails = {
  /** The id of the object of the act */
  target?: string;
  /** The changed fields, before and after the act. */
  before?: AuditFields;
  after?: AuditFields;
};

/** The act of the request's caller. */
export function actOf(
  caller: Caller | SignedInMember,
  action: AuditAction,
  details: ActDetails = {},
): Act {
  const { organizationId } = caller;
  const environment = "environment" in caller ? caller.environment : null;
  return { organizationId, environment, actor: auditActorOf(caller), action, ...details };
}

export function auditActorOf(caller: Caller | SignedInMember): Act["actor"] {
  switch (caller.via) {
    case "key":
      return { kind: "api_key", id: caller.apiKeyId };
    case "session":
      return { kind: "member", id: caller.memberId };
    case "visit":
      return { kind: "visit" };
  }
}

/** An act of a member of the organization without a session. */
export function actOfMember(
  { organizationId, memberId }: { organizationId: string; memberId: string },
  action: AuditAction,
  details: ActDetails = {},
): Act {
  const actor = { kind: "member", id: memberId } as const;
  return { organizationId, environment: null, actor, action, ...details };
}

/** An act of the operator; its origin is the operator's tool. */
export function actOfOperator(
  organizationId: string,
  action: AuditAction,
  { environment = null, ...details }: ActDetails & { environment?: AnyEnvironment | null } = {},
): Act {
  const actor = { kind: "operator", id: null } as const;
  return { organizationId, environment, actor, action, ...details };
}

/** What the service does by itself; it has no origin. */
export function actOfService(
  { organizationId, environment }: Tenant,
  action: AuditAction,
  details: ActDetails,
): Act {
  return { organizationId, environment, actor: { kind: "service", id: null }, action, ...details };
}
