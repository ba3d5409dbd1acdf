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
