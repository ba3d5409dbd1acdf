import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Import = { file: string; from: string; to: string };

const root = join(import.meta.dirname, "..");

// Biome finds cycles of files. Rooms can have a cycle without one, hence this check of their order.
if (import.meta.main) {
  const floors = readFloors(readFileSync(join(root, "lib/README.md"), "utf8"));
  const complaints = findComplaints(floors, readImports());
  process.stderr.write(complaints.map((complaint) => `✗ ${complaint}\n`).join(""));
  if (complaints.length > 0) process.exitCode = 1;
}

/** The floor of each room, from the table of lib/README.md: `| 5 | \`jobs\` | … |`. */
export function readFloors(markdown: string): Map<string, number> {
  const rows = markdown.matchAll(/^\| +(\d+) +\| `([^`]+)`/gm);
  return new Map([...rows].map(([, floor = "", room = ""]) => [`lib/${room}`, Number(floor)]));
}

/** The imports of production code across rooms, types included. */
function readImports(): Import[] {
  const files = globSync("{lib,components}/**/*.{ts,tsx}", { cwd: root });
  return files
    .filter((file) => !/\.test\.tsx?$|\/(testing|suite|generated)\//.test(file))
    .flatMap((file) => findImports(file, readFileSync(join(root, file), "utf8")));
}

/** The imports of one file that leave its room. */
export function findImports(file: string, text: string): Import[] {
  const from = roomOf(file);
  const paths = text.matchAll(/\b(?:from|import)\s*\(?\s*"#((?:lib|components)\/[^"]+)"/g);
  return [...paths]
    .map(([, path = ""]) => ({ file, from, to: roomOf(path) }))
    .filter(({ to }) => to !== from);
}

/** `lib/payments` of `lib/payments/store/list.ts`; a file beside the rooms counts as its own room. */
function roomOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

/** A room of lib may only import lower floors; a folder of components none that leads back to it. */
export function findComplaints(floors: Map<string, number>, imports: Import[]): string[] {
  const byRoom = Map.groupBy(imports, ({ from }) => from);
  return imports.flatMap(({ file, from, to }) => {
    if (from.startsWith("components/")) {
      if (!leadsTo(byRoom, to, from)) return [];
      return [`${file}: ${from} imports ${to}, which leads back to it`];
    }
    const [floor, lower] = [floors.get(from), floors.get(to)];
    if (floor !== undefined && lower !== undefined && lower < floor) return [];
    return [`${file}: ${from} may not import ${to} (see the floors in lib/README.md)`];
  });
}

function leadsTo(
  byRoom: Map<string, Import[]>,
  start: string,
  goal: string,
  seen = new Set<string>(),
): boolean {
  if (start === goal) return true;
  if (seen.has(start)) return false;
  seen.add(start);
  return (byRoom.get(start) ?? []).some(({ to }) => leadsTo(byRoom, to, goal, seen));
}
