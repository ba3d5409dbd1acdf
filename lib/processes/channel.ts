import { type Message, PULSE } from "./message.ts";

/** A process's connection to the supervisor and, through it, to the other processes of this server. */
export type Channel = {
  /** How many processes the server runs, this one included. */
  processes: number;
  /** Rejects if the supervisor is gone. */
  ask(topic: string, body: unknown): Promise<unknown>;
  /** Sends to all other processes, without confirmation. */
  tell(topic: string, body: unknown): void;
  /** Listens to the other processes; one listener a topic. */
  listen(topic: string, hear: (body: unknown) => void): void;
};

const processWide = globalThis as { sealslipChannel?: Channel };

/** Undefined in a server of one process. */
export function channel(): Channel | undefined {
  return processWide.sealslipChannel;
}

/** Call it in a process that a supervisor has started, before any code there asks. */
export function openChannel({ processes }: { processes: number }): Channel {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (body: unknown) => void>();
  const sent = { questions: 0 };
  const send = gatherMessages((messages) => process.send?.(messages));

  process.on("message", (messages: Message[]) => {
    if (!Array.isArray(messages)) return;
    if (messages.length === 0) process.send?.(PULSE);
    for (const { topic, body, id } of messages) {
      if (id === undefined) {
        listeners.get(topic)?.(body);
      } else {
        waiting.get(id)?.resolve(body);
        waiting.delete(id);
      }
    }
  });
  process.on("disconnect", () => {
    for (const { reject } of waiting.values()) reject(new Error("the supervisor is gone"));
    waiting.clear();
  });

  const opened: Channel = {
    processes,
    ask(topic, body) {
      if (!process.connected) return Promise.reject(new Error("the supervisor is gone"));
      sent.questions += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(sent.questions, answer);
      send({ topic, body, id: sent.questions });
      return answer.promise;
    },
    tell: (topic, body) => {
      if (process.connected) send({ topic, body });
    },
    listen: (topic, hear) => void listeners.set(topic, hear),
  };
  processWide.sealslipChannel = opened;
  return opened;
}

/** The messages of one turn of the event loop are sent together: the sending costs more than the content. */
export function gatherMessages(send: (messages: Message[]) => void): (message: Message) => void {
  const waiting = { messages: [] as Message[] };
  return (message) => {
    waiting.messages.push(message);
    if (waiting.messages.length > 1) return;
    setImmediate(() => {
      const { messages } = waiting;
      waiting.messages = [];
      send(messages);
    });
  };
}
