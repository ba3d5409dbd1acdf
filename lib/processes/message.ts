/** A message between a process and its supervisor. With an id it is a question or its answer. */
export type Message = { topic: string; body: unknown; id?: number };

/** No messages at all: asks whether a process is alive, and answers that it is. */
export const PULSE: Message[] = [];
