import type { Caller } from "#lib/core/caller.ts";
import { AppError, errorStatus } from "#lib/core/errors.ts";
import type { Registration, RegistrationResult, RegistrationResults } from "./contract.ts";
import { registerUser } from "./register.ts";

/**
 * Registers one after another, each in a transaction of its own: a batch holds one connection, and two
 * registrations of one card are answered in their order. Throws only what is the fault of no
 * registration; the batch can be repeated then.
 */
export async function registerUsers<Sent>({
  caller,
  registrations,
  read,
}: {
  caller: Caller;
  registrations: readonly Sent[];
  /** Throws `invalid_request` for what is no registration. */
  read: (sent: Sent) => Registration;
}): Promise<RegistrationResults> {
  const results: RegistrationResult[] = [];
  for (const sent of registrations) {
    results.push(await registerOne(caller, () => read(sent)).catch(describeRefusal));
  }
  return { results };
}

async function registerOne(caller: Caller, read: () => Registration): Promise<RegistrationResult> {
  const { state, user } = await registerUser({ caller, registration: read() });
  return { status: state === "created" ? 201 : 200, data: user };
}

function describeRefusal(error: unknown): RegistrationResult {
  if (!(error instanceof AppError) || errorStatus[error.code] >= 500) throw error;
  const { code, message, details } = error;
  return { status: errorStatus[code], error: { code, message, details } };
}
