import type { Socket } from "node:net";
import pg from "pg";
import { log } from "#lib/log/logger.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { endWhenSilent } from "./end-when-silent.ts";
import { failureCode, isDatabaseAway, isDatabaseUnavailable, READ_ONLY } from "./failures.ts";
import type { Queryable } from "./pipeline.ts";
import { endStaleReads, mayReadStale } from "./stale-reads.ts";
import type { StandbyWatch } from "./watch-standby.ts";

const repeats = counter({
  name: "sealslip_standby_repeats_total",
  help: "Reads that the standby failed or canceled, and that were repeated on the primary",
  labels: [],
});

const STATEMENT_TIMED_OUT = "57014";

type Options = {
  primary: pg.Pool;
  watch(): Pick<StandbyWatch, "isUsed" | "distrust">;
};

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * Single statements are read from the standby while it is used, else from the primary, and from there once more where
 * the standby fails. A transaction takes a connection, and so belongs to the primary.
 */
export class StandbyPool extends pg.Pool {
  readonly #primary: pg.Pool;
  readonly #sockets = new Set<Socket>();

  constructor(settings: pg.PoolConfig, { primary, watch }: Options) {
    super(settings);
    this.#primary = primary;
    const ask = super.query.bind(this) as Queryable["query"];
    const read: Queryable["query"] = async (statement, values) => {
      if (mayReadStale() && watch().isUsed()) {
        try {
          return await ask(statement, values);
        } catch (error) {
          if (!isStandbyFailure(error)) throw error;
          if (isDatabaseAway(error)) watch().distrust(error);
          repeats.add();
          log().debug({ err: error }, "a read of the standby is repeated on the primary");
        }
      }
      endStaleReads();
      return await primary.query(statement, values);
    };
    this.query = read as pg.Pool["query"];
    this.on("connect", (client) => this.#watchClient(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback) {
    // With a callback, it is the pool's own call, for a single statement.
    return callback ? super.connect(callback) : this.#primary.connect();
  }

  /** Fails the statements that wait for an answer, so that they are repeated on the primary. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #watchClient(client: pg.PoolClient): void {
    client.on("error", () => undefined);
    endWhenSilent(client);
    const socket = client.connection.stream as Socket;
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }
}

/**
 * Whether the standby is away, too busy, or has canceled the statement because it kept the log from being replayed. One
 * that ran for too long would do so on the primary, too, and a write is a mistake of ours.
 */
function isStandbyFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseUnavailable(error)) return false;
  const code = failureCode(error);
  return code !== READ_ONLY && code !== STATEMENT_TIMED_OUT;
}
