import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "./start-error.ts";

export interface Endpoint {
  port: number;
  /** Undefined for every address of the machine. */
  host: string | undefined;
  /** What sets the port, where that is not PORT. */
  variable?: string;
}

// A server that is being replaced gives its port back within these attempts.
const ATTEMPTS = 8;
const PAUSE_MS = 250;

/**
 * The port to listen on later, a free one for 0. Tried before anything expensive, since a port in use
 * is the most common reason why a start fails.
 */
export async function claimPort(endpoint: Endpoint): Promise<number> {
  for (let count = 1; ; count += 1) {
    const outcome = await tryPort(endpoint);
    if (typeof outcome === "number") return outcome;
    if (outcome !== "EADDRINUSE" || count === ATTEMPTS) throw portError(endpoint, outcome);
    await sleep(PAUSE_MS);
  }
}

/** What to say when a port cannot be listened on, by the system's error code. */
export function portError({ port, host, variable }: Endpoint, code: string): StartError {
  const choose = (other: number) =>
    variable === undefined ? `PORT=${other} npm start` : `${variable}=${other}`;
  if (code === "EADDRINUSE") {
    return new StartError(
      `port ${port} is in use: stop what listens there, or choose another one, such as ${choose(nextPort(port))}`,
    );
  }
  if (code === "EACCES") {
    return new StartError(
      `this account may not listen on port ${port}: choose one above 1023, such as ${choose(3000)}`,
    );
  }
  return new StartError(`cannot listen on ${host ?? "any address"}, port ${port} (${code})`);
}

function nextPort(port: number): number {
  return port < 65_535 ? port + 1 : port - 1;
}

async function tryPort({ port, host }: Endpoint): Promise<number | string> {
  const server = createServer();
  try {
    server.listen({ port, ...(host === undefined ? {} : { host }) });
    await once(server, "listening");
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : port;
}
