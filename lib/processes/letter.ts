/** What travels between a process and its supervisor. With an id it is a question or its answer. */
export type Letter = { topic: string; body: unknown; id?: number };

/** No letters at all: the question whether a process lives, and its answer. */
export const PULSE: Letter[] = [];
