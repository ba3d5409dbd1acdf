import { ApiError } from "./api-error.ts";
import { describeError } from "./describe-error.ts";
import { readFieldErrors } from "./field-errors.ts";

type Refusal<Name extends string> = {
  /** What is wrong with a field of the form, to stand at it. */
  atFields: Partial<Record<Name, string>>;
  /** What is left to say of the form as a whole, as a sentence. */
  elsewhere: string | undefined;
};

/** Tells a failure that names fields of this form from every other; `null` is no failure. */
export function sortRefusal<Name extends string>(
  error: unknown,
  names: readonly Name[],
): Refusal<Name> {
  if (error === null) return { atFields: {}, elsewhere: undefined };
  const atFields: Refusal<Name>["atFields"] = {};
  for (const { path, reason } of [...readFieldErrors(error), ...readConflict(error)]) {
    const name = names.find((known) => known === path);
    if (name) atFields[name] ??= reason;
  }
  const isPlaced = Object.keys(atFields).length > 0;
  return { atFields, elsewhere: isPlaced ? undefined : describeError(error) };
}

/** A conflict is told by its message; the details only name the field that it is about. */
function readConflict(error: unknown): { path: string; reason: string }[] {
  if (!(error instanceof ApiError) || error.code !== "conflict") return [];
  const path = /^(\w+): /.exec(error.details)?.[1];
  return path ? [{ path, reason: error.message }] : [];
}
