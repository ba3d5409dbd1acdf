import type { Worker } from "node:cluster";
import { gatherLetters } from "./channel.ts";
import type { Letter } from "./letter.ts";

/** By topic, what answers the questions of the processes. */
export type Answerers = Record<string, (body: unknown) => Promise<unknown>>;

/** The supervisor's end: answers what the processes ask, and passes on what they tell each other. */
export function openSwitchboard(answerers: Answerers): { connect(worker: Worker): void } {
  const lines = new Map<Worker, (letter: Letter) => void>();

  function receive(from: Worker, letter: Letter): void {
    if (letter.id === undefined) {
      for (const [worker, send] of lines) if (worker !== from) send(letter);
      return;
    }
    const { topic, id } = letter;
    void answerers[topic]?.(letter.body).then((body) => lines.get(from)?.({ topic, body, id }));
  }

  return {
    connect(worker) {
      const deliver = (letters: Letter[]) => {
        // What is on its way to a process that ends is lost with it.
        if (worker.isConnected()) worker.send(letters, () => undefined);
      };
      lines.set(worker, gatherLetters(deliver));
      worker.on("message", (letters: Letter[]) => {
        for (const letter of letters) receive(worker, letter);
      });
      worker.on("exit", () => lines.delete(worker));
    },
  };
}
