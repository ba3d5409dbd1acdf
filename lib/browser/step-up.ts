/** Asks the member to prove who they are, and says whether they did. */
type Ask = () => Promise<boolean>;

const state: { ask?: Ask | undefined; asking?: Promise<boolean> | undefined } = {};

/** Called by what can ask on this page. Returns what ends that. */
export function provideStepUp(ask: Ask): () => void {
  state.ask = ask;
  return () => {
    if (state.ask !== ask) return;
    state.ask = undefined;
    state.asking = undefined;
  };
}

/** Asks once, however many calls wait for it. False where nothing on this page asks. */
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
