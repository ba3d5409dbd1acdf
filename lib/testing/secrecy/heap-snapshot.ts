import { once } from "node:events";
import { until } from "#lib/testing/until.ts";

/** Where a Node process opens its inspector on SIGUSR1. */
const INSPECTOR = "127.0.0.1:9229";
/** Far beyond any text of a receipt: V8 cuts longer strings off in a snapshot, by default after 1,024 characters. */
const STRING_LIMIT = 1_000_000;

const LIFT_LIMIT = `process.getBuiltinModule("v8").setFlagsFromString("--heap-snapshot-string-limit=${STRING_LIMIT}")`;
const CLOSE_INSPECTOR = 'process.getBuiltinModule("inspector").close()';

/** All that a Node process holds on its heap, garbage excepted, as the pieces of a snapshot. */
export async function takeHeapSnapshot(pid: number): Promise<Uint8Array[]> {
  const session = await openSession(pid);
  await session.evaluate(LIFT_LIMIT);
  const snapshot = await session.takeSnapshot();
  await session.close();
  return snapshot;
}

/** The port is the same for all processes: where another one has it, this one is asked again. */
async function openSession(pid: number): Promise<Session> {
  const opened: Session[] = [];
  await until(async () => {
    process.kill(pid, "SIGUSR1");
    const url = await findInspector();
    if (url === undefined) return false;
    const session = new Session(new WebSocket(url));
    if ((await session.evaluate("process.pid")) === pid) opened.push(session);
    else session.leave();
    return opened.length > 0;
  });
  const [session] = opened;
  if (!session) throw new Error("the inspector has answered");
  return session;
}

async function findInspector(): Promise<string | undefined> {
  try {
    const [target] = await (await fetch(`http://${INSPECTOR}/json/list`)).json();
    return target.webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
}

type Message = {
  id?: number;
  method?: string;
  result?: { result?: { value?: unknown } };
  params?: { chunk: string };
};

/** The Chrome DevTools Protocol, as far as it is needed here. */
class Session {
  readonly #socket: WebSocket;
  readonly #opened: Promise<unknown>;
  readonly #closed: Promise<undefined>;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #chunks: string[] = [];
  #calls = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#opened = once(socket, "open");
    this.#closed = once(socket, "close").then(() => undefined);
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(data)));
  }

  #take({ id, method, params, ...rest }: Message): void {
    if (method === "HeapProfiler.addHeapSnapshotChunk" && params) this.#chunks.push(params.chunk);
    if (id !== undefined) this.#waiting.get(id)?.({ id, ...rest });
  }

  /** Undefined where the process ends the session instead. */
  async #call(method: string, params: object = {}): Promise<Message | undefined> {
    await Promise.race([this.#opened, this.#closed]);
    if (this.#socket.readyState !== WebSocket.OPEN) return undefined;
    this.#calls += 1;
    const id = this.#calls;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return await Promise.race([answered, this.#closed]);
  }

  async evaluate(expression: string): Promise<unknown> {
    return (await this.#call("Runtime.evaluate", { expression }))?.result?.result?.value;
  }

  async takeSnapshot(): Promise<Uint8Array[]> {
    const taken = await this.#call("HeapProfiler.takeHeapSnapshot");
    if (!taken) throw new Error("the process has ended before its snapshot was taken");
    return this.#chunks.map((chunk) => Buffer.from(chunk));
  }

  /** Frees the port. */
  async close(): Promise<void> {
    void this.evaluate(CLOSE_INSPECTOR);
    await this.#closed;
  }

  leave(): void {
    this.#socket.close();
  }
}
