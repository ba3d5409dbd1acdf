import { ApiError } from "#lib/client/api-error.ts";

/** Asks the member for a step-up, and returns whether it succeeded. */
type Ask = () => Promise<boolean>;

const state: { ask?: Ask | undefined; asking?: Promise<boolean> | undefined } = {};

/** Registers the component that can ask on this page. Returns a function that unregisters it. */
export function provideStepUp(ask: Ask): () => void {
  state.ask = ask;
  return () => {
    if (state.ask !== ask) return;
    state.ask = undefined;
    state.asking = undefined;
  };
}

/** Asks once, however many calls wait for it. False if no component on this page can ask. */
export async function stepUp(): Promise<boolean> {
  state.asking ??= askOnce();
  return await state.asking;
}

async function askOnce(): Promise<boolean> {
  try {
    return (await state.ask?.()) ?? false;
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
