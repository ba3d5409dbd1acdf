import { readdirSync } from "node:fs";

/** The names of the guides in a folder, without `.md`. */
export function listGuideFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => file.slice(0, -".md".length))
    .sort();
}
