import { type Message, PULSE } from "./message.ts";

const PULSE_MS = 10_000;
/** A minute: no work of the service blocks a process for nearly as long. */
const MAX_UNANSWERED = 6;

/** The part of a worker of node:cluster that this needs. */
type Pulsing = {
  on(event: "message" | "exit", listener: () => void): unknown;
  send(messages: Message[], done: () => void): unknown;
  isConnected(): boolean;
};

/** Calls `end` if the process does not answer for a minute: it hangs, and its callers with it. */
export function watchPulse(worker: Pulsing, end: () => void): void {
  const silence = { unanswered: 0 };
  const timer = setInterval(() => {
    if (silence.unanswered === MAX_UNANSWERED) return end();
    silence.unanswered += 1;
    if (worker.isConnected()) worker.send(PULSE, () => undefined);
  }, PULSE_MS);
  timer.unref();
  worker.on("message", () => {
    silence.unanswered = 0;
  });
  worker.on("exit", () => clearInterval(timer));
}
