import type { Worker } from "node:cluster";
import { gatherMessages } from "./channel.ts";
import type { Message } from "./message.ts";

/** The answers to the questions of the processes, by topic. */
export type Answerers = Record<string, (body: unknown) => Promise<unknown>>;

/** The supervisor's end: answers questions of the processes, and passes on their broadcasts. */
export function openSwitchboard(answerers: Answerers): { connect(worker: Worker): void } {
  const lines = new Map<Worker, (message: Message) => void>();

  function receive(from: Worker, message: Message): void {
    if (message.id === undefined) {
      for (const [worker, send] of lines) if (worker !== from) send(message);
      return;
    }
    const { topic, id } = message;
    void answerers[topic]?.(message.body).then((body) => lines.get(from)?.({ topic, body, id }));
  }

  return {
    connect(worker) {
      const deliver = (messages: Message[]) => {
        // Messages to a process that ends are lost with it.
        if (worker.isConnected()) worker.send(messages, () => undefined);
      };
      lines.set(worker, gatherMessages(deliver));
      worker.on("message", (messages: Message[]) => {
        for (const message of messages) receive(worker, message);
      });
      worker.on("exit", () => lines.delete(worker));
    },
  };
}
