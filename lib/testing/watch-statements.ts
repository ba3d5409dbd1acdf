import { mock } from "node:test";
import pg from "pg";

/** A statement as it was sent, and during which call first; without a name, where it was not prepared under one. */
export type SentStatement = { text: string; name: string | undefined; during: string };

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** What this process sends to PostgreSQL while the calls are made, one after the other: each text once. */
export async function watchStatements(
  calls: Record<string, () => Promise<unknown>>,
): Promise<SentStatement[]> {
  const sent = new Map<string, SentStatement>();
  const now = { during: "" };
  const send: Query = pg.Client.prototype.query;
  const watched: Query = function (...args) {
    const { text, name } = readQuery(args[0]);
    if (!sent.has(text)) sent.set(text, { text, name, ...now });
    return send.apply(this, args);
  };
  const { mock: replaced } = mock.method(pg.Client.prototype, "query", watched);
  try {
    for (const [name, call] of Object.entries(calls)) {
      now.during = name;
      await call();
    }
  } finally {
    replaced.restore();
  }
  return [...sent.values()].filter(({ text }) =>
    /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text),
  );
}

function readQuery(query: unknown): { text: string; name: string | undefined } {
  if (typeof query === "string") return { text: query, name: undefined };
  const { text = "", name } = query as pg.QueryConfig;
  return { text, name };
}
