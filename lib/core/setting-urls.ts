import { z } from "zod";

const API_BASE = /_API_BASE$/;
const SERVICE = /_API_BASE$|^AWS_ENDPOINT_URL(?:_KMS)?$/;
const address = z.url({ protocol: /^https?$/ });

/** The addresses of payment providers and key services, if not their own, by the names of the variables. */
export function serviceAddresses(env: Record<string, unknown>): [string, string][] {
  const given = Object.entries(env).filter(([name]) => SERVICE.test(name));
  return given.map(([name, url]) => [name, String(url)]);
}

export function isAddress(text: string): boolean {
  return address.safeParse(text).success;
}

/** By the provider's name, as `stripe` for STRIPE_API_BASE. */
export function readApiBases(env: Record<string, unknown>): Readonly<Record<string, string>> {
  const bases = serviceAddresses(env).filter(([name]) => API_BASE.test(name));
  return Object.fromEntries(
    bases.map(([name, url]) => [name.replace(API_BASE, "").toLowerCase(), url]),
  );
}

/** Scheme, host, and port alone. */
export const originUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(isOrigin, "must be scheme, host, and port alone, without a path or a user");

export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, abort: true })
  .refine(namesEachOnce, "must have each parameter once");

function isOrigin(url: string): boolean {
  const { origin, href } = new URL(url);
  return href === `${origin}/` && !/[?#]/.test(url);
}

/** Parsers disagree on which of two values counts. */
function namesEachOnce(url: string): boolean {
  const names = [...new URL(url).searchParams.keys()];
  return new Set(names).size === names.length;
}
