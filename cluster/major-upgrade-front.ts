import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { createHaproxy, type Place } from "./around.ts";
import type { Part } from "./part.ts";

/** The HAProxy whose port leads to the primary of one of two servers. */
export type Front = Part & {
  /** Ends the sessions that lead elsewhere. */
  leadTo(name: string): Promise<void>;
};

type Server = { name: string; port: number };

/** It begins with the first one. */
export async function createFront(
  place: Place,
  { servers, controlPort }: { servers: readonly [Server, Server]; controlPort: number },
): Promise<Front> {
  const [first, second] = servers;
  const lines = [
    "global",
    `  stats socket ipv4@127.0.0.1:${controlPort} level admin`,
    "defaults",
    "  mode tcp",
    "  timeout connect 2s",
    "  timeout client 1h",
    "  timeout server 1h",
    "listen primary",
    `  bind 127.0.0.1:${place.port}`,
    `  server ${first.name} 127.0.0.1:${first.port}`,
    `  server ${second.name} 127.0.0.1:${second.port} disabled`,
    "",
  ];
  const part = await createHaproxy(place, "haproxy-primary", lines.join("\n"));
  return {
    ...part,
    async leadTo(name) {
      // First, so that no connection is refused meanwhile: the other one takes no writes by now.
      await command(controlPort, `set server primary/${name} state ready`);
      const others = servers.filter((server) => server.name !== name);
      for (const other of others) {
        await command(controlPort, `set server primary/${other.name} state maint`);
        await command(controlPort, `shutdown sessions server primary/${other.name}`);
      }
    },
  };
}

/** One line for HAProxy's runtime API, which answers such a one with nothing. */
async function command(port: number, line: string): Promise<void> {
  const socket = connect({ host: "127.0.0.1", port });
  socket.end(`${line}\n`);
  const answer = (await text(socket)).trim();
  if (answer !== "") throw new Error(`haproxy: ${line}: ${answer}`);
}
