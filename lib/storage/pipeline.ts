import { Socket } from "node:net";
import pg from "pg";
import { endWhenReadOnly } from "./end-when-read-only.ts";
import { SILENT_MS } from "./end-when-silent.ts";
import { isDatabaseAway } from "./failures.ts";

/**
 * Runs one statement: the pool, a pipeline, or the connection of a transaction. Without one, each
 * statement is a transaction of its own.
 */
export type Queryable = {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | pg.QueryConfig | pg.QueryArrayConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
};

export type Pipeline = Queryable & {
  /** How many statements wait for their answer. */
  running(): number;
  end(): Promise<void>;
};

type Lane = {
  client: pg.Client;
  socket: Socket;
  /** Undefined once it is connected. */
  connecting: Promise<void> | undefined;
  running: number;
  /** `performance.now()` when it was last known to be there: at its last answer, or when it was last idle. */
  heardAt: number;
};

/**
 * Runs one statement on a connection. With a callback: where pg makes the promise, the parameters and the
 * answer stay in memory until the next full garbage collection, which then comes sooner. The stack of an
 * error leads to the caller, not to the socket.
 */
export async function send<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: string | pg.QueryConfig,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const query = typeof statement === "string" ? { text: statement, values } : statement;
  try {
    return await new Promise((resolve, reject) => {
      client.query<Row>(query, (error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * A few connections that all requests share: a statement is sent while earlier ones still run. A
 * connection from the pool would wait for each answer, which costs more than the statements of a payment
 * do. Only for short, single statements: one that waits holds up those behind it on its connection.
 */
export function openPipeline(
  options: pg.ClientConfig,
  {
    lanes: size,
    onError,
    silentMs = SILENT_MS,
  }: { lanes: number; onError: (error: Error) => void; silentMs?: number },
): Pipeline {
  const lanes = new Set<Lane>();
  // Answers that came while the process stood still, as on a laptop that slept, are read first.
  const look = setInterval(() => setImmediate(dropSilent), silentMs / 4).unref();

  /** Their statements fail, and those to come go to others. */
  function dropSilent(): void {
    const since = performance.now() - silentMs;
    for (const { socket, running, heardAt } of lanes) {
      if (running > 0 && heardAt < since) socket.destroy();
    }
  }

  function openLane(): Lane {
    const socket = new Socket();
    const client = new pg.Client({ ...options, pipeline: true, stream: () => socket });
    endWhenReadOnly(client);
    const lane: Lane = { client, socket, connecting: undefined, running: 0, heardAt: 0 };
    lane.connecting = client.connect().then(() => {
      lane.connecting = undefined;
    });
    // Its running statements fail by themselves; the next statement opens another lane.
    const forget = () => lanes.delete(lane);
    lane.connecting.catch(forget);
    client.on("end", forget);
    client.on("error", (error) => {
      forget();
      onError(error);
    });
    lanes.add(lane);
    return lane;
  }

  function chooseLane(): Lane {
    const [first, ...others] = lanes;
    if (!first) return openLane();
    const leastBusy = others.reduce((a, b) => (b.running < a.running ? b : a), first);
    return leastBusy.running > 0 && lanes.size < size ? openLane() : leastBusy;
  }

  return {
    async query(statement, values) {
      const lane = chooseLane();
      if (lane.running === 0) lane.heardAt = performance.now();
      lane.running += 1;
      try {
        if (lane.connecting) await lane.connecting;
        return await send(lane.client, statement, values);
      } catch (error) {
        if (isDatabaseAway(error)) lanes.delete(lane);
        throw error;
      } finally {
        lane.running -= 1;
        lane.heardAt = performance.now();
      }
    },
    running: () => [...lanes].reduce((sum, { running }) => sum + running, 0),
    async end() {
      clearInterval(look);
      await Promise.all([...lanes].map(({ client }) => client.end()));
    },
  };
}
