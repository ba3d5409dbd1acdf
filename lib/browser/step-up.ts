import { ApiError } from "#lib/client/api-error.ts";

/** Asks the member for a step-up, and returns whether it succeeded. */
type Ask = () => Promise<boolean>;

/** Whoever can ask on this page, the one that asks last. */
const askers: Ask[] = [];
const state: { asking?: Promise<boolean> | undefined; asker?: Ask | undefined } = {};

/**
 * Registers what can ask on this page: the page itself, or a dialog over it, which asks in its place as long as
 * it is open. Returns a function that unregisters it.
 */
export function provideStepUp(ask: Ask, of: "page" | "dialog" = "page"): () => void {
  if (of === "page") askers.unshift(ask);
  else askers.push(ask);
  return () => {
    const index = askers.indexOf(ask);
    if (index !== -1) askers.splice(index, 1);
    if (state.asker === ask) state.asking = undefined;
  };
}

/** Asks once, however many calls wait for it. False if nothing on this page can ask. */
export async function stepUp(): Promise<boolean> {
  state.asking ??= askOnce();
  return await state.asking;
}

async function askOnce(): Promise<boolean> {
  state.asker = askers.at(-1);
  try {
    return (await state.asker?.()) ?? false;
  } finally {
    state.asking = undefined;
  }
}

/** Sends a request, and once more after the step-up that the service asks for. */
export async function withStepUp<T>(send: () => Promise<T>, prove: Ask = stepUp): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isProofMissing = error instanceof ApiError && error.code === "step_up_required";
    if (!isProofMissing || !(await prove())) throw error;
    return await send();
  }
}
