import { type Letter, PULSE } from "./letter.ts";

/** To the supervisor and, through it, to the other processes of this server. */
export type Channel = {
  /** How many processes the server runs, this one included. */
  processes: number;
  /** Rejects where the supervisor is gone. */
  ask(topic: string, body: unknown): Promise<unknown>;
  /** Tells all other processes; whether they have heard it, nobody learns. */
  tell(topic: string, body: unknown): void;
  /** Hears what other processes tell; one listener a topic. */
  listen(topic: string, hear: (body: unknown) => void): void;
};

const processWide = globalThis as { sealslipChannel?: Channel };

/** Undefined in a server of one process. */
export function channel(): Channel | undefined {
  return processWide.sealslipChannel;
}

/** For a process that a supervisor has started, before anything in it asks. */
export function openChannel({ processes }: { processes: number }): Channel {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (body: unknown) => void>();
  const sent = { questions: 0 };
  const send = gatherLetters((letters) => process.send?.(letters));

  process.on("message", (letters: Letter[]) => {
    if (!Array.isArray(letters)) return;
    if (letters.length === 0) process.send?.(PULSE);
    for (const { topic, body, id } of letters) {
      if (id === undefined) listeners.get(topic)?.(body);
      else waiting.get(id)?.resolve(body);
      if (id !== undefined) waiting.delete(id);
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

/** The letters of one turn of the event loop leave together: a message costs more than what is in it. */
export function gatherLetters(send: (letters: Letter[]) => void): (letter: Letter) => void {
  const waiting = { letters: [] as Letter[] };
  return (letter) => {
    waiting.letters.push(letter);
    if (waiting.letters.length > 1) return;
    setImmediate(() => {
      const { letters } = waiting;
      waiting.letters = [];
      send(letters);
    });
  };
}
