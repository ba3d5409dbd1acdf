import { writeFile } from "node:fs/promises";
import type { Profiler } from "node:inspector";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findFreePort } from "#lib/storage/embedded/postmaster.ts";
import { onStage } from "./bench-service.ts";
import { createFixtures } from "./fixtures.ts";
import { fire } from "./measure.ts";
import { type Operation, operations } from "./operations.ts";

// Where the processor time of our server goes while it is under load.
const WARM_UP_SECONDS = 5;
const TOP = 30;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: "boolean" },
    connections: { type: "string", default: "16" },
    seconds: { type: "string", default: "10" },
    server: { type: "string", default: "server.ts" },
  },
});
const [name = "create"] = positionals;
const operation = (operations as Record<string, Operation>)[name];
if (!operation) throw new Error(`no operation ${name}; there is ${Object.keys(operations)}`);
const { prepare } = operation;

await onStage(async (stage) => {
  const port = await findFreePort();
  const nodeOptions = [`--inspect=127.0.0.1:${port}`, "--inspect-publish-uid=http"];
  const service = await stage.start(flags.server, { nodeOptions });
  const prepared = { service, fixtures: await createFixtures(service) };
  const connections = Number(flags.connections);
  const seconds = Number(flags.seconds);
  const next = await prepare(prepared, WARM_UP_SECONDS + seconds);
  await fire(service, next, { connections, seconds: WARM_UP_SECONDS });

  await using inspector = await openInspector(port);
  await inspector.send("Profiler.enable");
  await inspector.send("Profiler.start");
  const { requests } = await fire(service, next, { connections, seconds });
  const { profile } = await inspector.send("Profiler.stop");

  const path = resolve(`${name}.cpuprofile`);
  await writeFile(path, JSON.stringify(profile));
  printProfile(profile, requests);
  console.log(`\n${requests} requests; open ${path} in Chrome's DevTools or VS Code`);
});

type StopAnswer = { profile: Profiler.Profile };

/** The DevTools protocol of a process that was started with `--inspect`. */
async function openInspector(port: number) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
  const waiting = new Map<number, (result: StopAnswer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let count = 0;
  return {
    send(method: string): Promise<StopAnswer> {
      count += 1;
      socket.send(JSON.stringify({ id: count, method }));
      const id = count;
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}

function printProfile(profile: Profiler.Profile, requests: number): void {
  const functions = new Map<string, number>();
  const places = new Map<string, number>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id);
    const micros = profile.timeDeltas?.[index] ?? 0;
    if (!frame || frame.functionName === "(idle)") continue;
    const place = placeOf(frame.url);
    const line = frame.url ? ` ${place}:${frame.lineNumber + 1}` : "";
    add(functions, `${frame.functionName || "(anonymous)"}${line}`, micros);
    add(places, areaOf(place) || frame.functionName || "(anonymous)", micros);
  }
  const total = [...places.values()].reduce((sum, micros) => sum + micros, 0);
  const print = (title: string, entries: Map<string, number>) => {
    console.log(`\n  share  µs/request   ${title}`);
    for (const [label, micros] of [...entries].sort(([, a], [, b]) => b - a).slice(0, TOP)) {
      const share = `${((100 * micros) / total).toFixed(1)} %`;
      console.log(`${share.padStart(7)} ${(micros / requests).toFixed(1).padStart(11)}   ${label}`);
    }
  };
  print("by place", places);
  print("by function, without what it calls", functions);
  console.log(`\n${(total / requests).toFixed(0)} µs a request on the main thread`);
}

function add(sums: Map<string, number>, key: string, micros: number): void {
  sums.set(key, (sums.get(key) ?? 0) + micros);
}

/** A path within the project, or Node's own module. */
function placeOf(url: string): string {
  return url.startsWith("file:") ? relative(process.cwd(), fileURLToPath(url)) : url;
}

/** The package, the room, or the folder that a file belongs to. */
function areaOf(place: string): string {
  const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place)?.[1];
  if (packageName) return packageName;
  return place.startsWith("node:") ? place : place.split("/").slice(0, 2).join("/");
}
