import { z } from "zod";
import { gateways } from "#lib/core/vocabulary.ts";

const place = { organization: z.string(), environment: z.string(), gateway: z.enum(gateways) };

/** What a signature is for: the member `sealslip` of its protected header. */
const signatureBinding = z.discriminatedUnion("request", [
  z.strictObject({ request: z.literal("create"), ...place }),
  z.strictObject({ request: z.literal("refund"), ...place, paymentId: z.string() }),
]);

export type SignatureBinding = z.output<typeof signatureBinding>;

/** One member of it. */
export type BindingMember = keyof Extract<SignatureBinding, { request: "refund" }>;

/** The organization that a binding names; undefined for what is no binding. */
export function organizationOf(binding: unknown): string | undefined {
  return signatureBinding.safeParse(binding).data?.organization;
}

type Expected = Partial<Record<BindingMember, unknown>>;

/**
 * The members of a binding that are not as expected, and `malformed` for what is no binding. Compares only what is
 * expected to be something.
 */
export function findMismatches(
  binding: unknown,
  expected: Expected,
): BindingMember[] | "malformed" {
  const { data } = signatureBinding.safeParse(binding);
  if (!data) return "malformed";
  const said: Expected = data;
  const names = ["organization", "environment", "gateway", "request", "paymentId"] as const;
  return names.filter((name) => expected[name] !== undefined && said[name] !== expected[name]);
}
