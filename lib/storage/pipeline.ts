import pg from "pg";
import { z } from "zod";

/** What runs one statement; a transaction of its own unless the connection is in one already. */
export type Queryable = {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
};

export type Pipeline = Queryable & { end(): Promise<void> };

type Lane = {
  client: pg.Client;
  /** Undefined once the connection stands. */
  connecting: Promise<void> | undefined;
  underWay: number;
  isCorked: boolean;
};

/**
 * A few connections that all requests share: a statement is sent while those before it still run, and
 * what is sent in one turn of the event loop leaves in one write. A connection from the pool would
 * wait for each answer instead, which costs more than the statements of a payment do. Only for
 * statements that are short and alone: one that waits keeps those behind it on its connection waiting.
 */
export function openPipeline(
  options: pg.ClientConfig,
  { lanes: size, onError }: { lanes: number; onError: (error: Error) => void },
): Pipeline {
  const lanes = new Set<Lane>();

  function openLane(): Lane {
    const client = new pg.Client({ ...options, pipeline: true });
    const lane: Lane = { client, connecting: undefined, underWay: 0, isCorked: false };
    lane.connecting = client.connect().then(() => {
      lane.connecting = undefined;
    });
    // What is under way on it fails by itself; the next statement opens another.
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
    const idlest = others.reduce((a, b) => (b.underWay < a.underWay ? b : a), first);
    return idlest.underWay > 0 && lanes.size < size ? openLane() : idlest;
  }

  return {
    async query(statement, values) {
      const lane = chooseLane();
      lane.underWay += 1;
      try {
        if (lane.connecting) await lane.connecting;
        gatherWrites(lane);
        return await lane.client.query(statement, values);
      } catch (error) {
        if (isDatabaseAway(error)) lanes.delete(lane);
        throw error;
      } finally {
        lane.underWay -= 1;
      }
    },
    async end() {
      await Promise.all([...lanes].map(({ client }) => client.end()));
    },
  };
}

function gatherWrites(lane: Lane): void {
  if (lane.isCorked) return;
  lane.isCorked = true;
  const { stream } = lane.client.connection;
  stream.cork();
  setImmediate(() => {
    lane.isCorked = false;
    stream.uncork();
  });
}

// PostgreSQL error codes, appendix A: class 08 connection exception, 57P0x shutdown and start-up,
// 53300 too many connections. The rest are the socket's.
const awayCodes =
  /^(08...|57P0[1-4]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

const awayMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

// What Prisma calls a socket that fails. Of PostgreSQL's errors it keeps the code.
const prismaAwayKinds =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/** Whether the database could not be reached, as opposed to refusing what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, kind } = readDatabaseError(error);
  if (kind !== undefined && prismaAwayKinds.test(kind)) return true;
  return code === undefined ? awayMessages.test(error.message) : awayCodes.test(code);
}

const prismaMeta = z.object({
  driverAdapterError: z.object({
    cause: z.object({ kind: z.string(), originalCode: z.string().optional() }),
  }),
});

/** The code of PostgreSQL or of the socket, whether pg threw the error or Prisma, which wraps it. */
export function readDatabaseError(error: Error): { code?: string | undefined; kind?: string } {
  if (!("code" in error) || typeof error.code !== "string") return {};
  const prisma = "meta" in error ? prismaMeta.safeParse(error.meta).data : undefined;
  if (!prisma) return { code: error.code };

  const { kind, originalCode } = prisma.driverAdapterError.cause;
  return { code: originalCode, kind };
}
