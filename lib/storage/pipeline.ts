import { Socket } from "node:net";
import pg from "pg";
import { endWhenReadOnly, whenReadOnly } from "./end-when-read-only.ts";
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
  /** `performance.now()` from which on it gets no more statements: its server allows only reads. */
  endsAt: number;
};

/** Longer than any of our statements runs by itself: a lane that is silent for so long waits for a lock, or a disk. */
const STUCK_MS = 100;

/**
 * How long look-ups go to a server that allows only reads, such as a primary that a failover has made a standby.
 * They would stay with it for good: no write is refused there.
 */
const READ_ONLY_MS = 1_000;

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
    const endsAt = Number.POSITIVE_INFINITY;
    const lane: Lane = { client, socket, connecting: undefined, running: 0, heardAt: 0, endsAt };
    whenReadOnly(client, () => {
      lane.endsAt = performance.now() + READ_ONLY_MS;
    });
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
    retireLanes();
    const [first, ...others] = lanes;
    if (!first) return openLane();
    const stuckSince = performance.now() - STUCK_MS;
    const best = others.reduce((a, b) => (isBetter(b, a, stuckSince) ? b : a), first);
    return best.running > 0 && lanes.size < size ? openLane() : best;
  }

  function retireLanes(): void {
    const now = performance.now();
    for (const lane of lanes) if (lane.endsAt <= now) retire(lane);
  }

  /** What it runs is still answered. */
  function retire(lane: Lane): void {
    lanes.delete(lane);
    if (lane.running === 0) lane.client.end().catch(onError);
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
        if (lane.endsAt <= lane.heardAt) retire(lane);
      }
    },
    running: () => [...lanes].reduce((sum, { running }) => sum + running, 0),
    async end() {
      clearInterval(look);
      await Promise.all([...lanes].map(({ client }) => client.end()));
    },
  };
}

/**
 * One that is not stuck, then the one that runs less. Of two that run as much, the one that was heard from last: the
 * other's first statement has waited longer, and may wait for a lock.
 */
function isBetter(one: Lane, other: Lane, stuckSince: number): boolean {
  const isStuck = ({ running, heardAt }: Lane) => running > 0 && heardAt < stuckSince;
  if (isStuck(one) !== isStuck(other)) return isStuck(other);
  if (one.running !== other.running) return one.running < other.running;
  return one.heardAt > other.heardAt;
}
