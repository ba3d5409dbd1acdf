import { glob } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteHandler } from "./endpoint.ts";

type Handlers = Partial<Record<string, RouteHandler>>;
type Node = {
  fixed: Map<string, Node>;
  parameter?: { name: string; node: Node };
  handlers?: Handlers;
};

export type MatchRoute = (
  path: string,
) => { handlers: Handlers; params: Record<string, string> } | undefined;

/** Loads every `route.ts` below `directory` (the folder of the URL `/api`): the path is the URL. */
export async function findRoutes(directory: string): Promise<MatchRoute> {
  const root: Node = { fixed: new Map() };
  for await (const file of glob("**/route.ts", { cwd: directory })) {
    // Next's own: the front door gives it what lies below such a folder.
    if (file.includes("[...")) continue;
    const module: Handlers = await import(pathToFileURL(join(directory, file)).href);
    const methods = Object.entries(module).filter(([name]) => /^[A-Z]+$/.test(name));
    nodeFor(root, dirname(file).split(sep)).handlers = Object.fromEntries(methods);
  }
  return (path) => matchPath(root, path);
}

function nodeFor(root: Node, segments: string[]): Node {
  let node = root;
  for (const segment of segments) {
    const name = /^\[(\w+)\]$/.exec(segment)?.[1];
    node = name === undefined ? fixedChild(node, segment) : parameterChild(node, name);
  }
  return node;
}

function fixedChild(node: Node, segment: string): Node {
  const child = node.fixed.get(segment) ?? { fixed: new Map() };
  node.fixed.set(segment, child);
  return child;
}

function parameterChild(node: Node, name: string): Node {
  node.parameter ??= { name, node: { fixed: new Map() } };
  return node.parameter.node;
}

function matchPath(root: Node, path: string): ReturnType<MatchRoute> {
  const params: Record<string, string> = {};
  let node = root;
  for (const segment of path.split("/").slice(2)) {
    const fixed = node.fixed.get(segment);
    const value = fixed || segment === "" ? undefined : decode(segment);
    if (!fixed && (!node.parameter || value === undefined)) return undefined;
    if (node.parameter && value !== undefined) params[node.parameter.name] = value;
    node = fixed ?? (node.parameter as { node: Node }).node;
  }
  return node.handlers && { handlers: node.handlers, params };
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
