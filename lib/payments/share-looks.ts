import { setTimeout as delay } from "node:timers/promises";

/**
 * Looks at a thing after a pause, once for all who wait for the same one: who comes while a look is due
 * gets that look's answer.
 */
export function shareLooks<Thing extends { id: string }, Seen>(
  look: (thing: Thing) => Promise<Seen>,
) {
  const due = new Map<string, Promise<Seen>>();

  async function lookAfter(pauseMs: number, thing: Thing): Promise<Seen> {
    await delay(pauseMs);
    return await look(thing);
  }

  return {
    async after(pauseMs: number, thing: Thing): Promise<Seen> {
      const known = due.get(thing.id);
      if (known) return await known;
      const next = lookAfter(pauseMs, thing).finally(() => due.delete(thing.id));
      due.set(thing.id, next);
      return await next;
    },
  };
}
