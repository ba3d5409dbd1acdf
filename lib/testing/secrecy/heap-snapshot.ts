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
  await session.call("HeapProfiler.takeHeapSnapshot");
  await session.close();
  return session.chunks.map((chunk) => Buffer.from(chunk));
}

/** The port is the same for all processes: where another one has it, this one is asked again. */
async function openSession(pid: number): Promise<Session> {
  const opened: { session?: Session } = {};
  await until(async () => {
    process.kill(pid, "SIGUSR1");
    const url = await findInspector();
    if (url === undefined) return false;
    const session = await Session.open(url);
    if ((await session.evaluate("process.pid")) === pid) opened.session = session;
    else session.leave();
    return opened.session !== undefined;
  });
  if (!opened.session) throw new Error("the inspector has answered");
  return opened.session;
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
  readonly chunks: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #calls = 0;

  static async open(url: string): Promise<Session> {
    const socket = new WebSocket(url);
    const session = new Session(socket);
    await once(socket, "open");
    return session;
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(data)));
  }

  #take(message: Message): void {
    if (message.method === "HeapProfiler.addHeapSnapshotChunk" && message.params) {
      this.chunks.push(message.params.chunk);
    }
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
  }

  async call(method: string, params: object = {}): Promise<Message> {
    this.#calls += 1;
    const id = this.#calls;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return await answered;
  }

  async evaluate(expression: string): Promise<unknown> {
    return (await this.call("Runtime.evaluate", { expression })).result?.result?.value;
  }

  /** Frees the port. */
  async close(): Promise<void> {
    const closed = once(this.#socket, "close");
    void this.call("Runtime.evaluate", { expression: CLOSE_INSPECTOR });
    await closed;
  }

  leave(): void {
    this.#socket.close();
  }
}
