import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describeGuides } from "#lib/docs/describe-guides.ts";
import { root } from "./project.mjs";

const code = join(root, "lib", "docs");

/** What the pages import as docs/guides/README.md, so that they need none of these files where they run. */
export default function loadGuides() {
  const done = this.async();
  this.addContextDependency(join(root, "docs", "guides"));
  // The bundler keeps what a loader returned from build to build, and does not know of what the loader is made.
  this.addDependency(import.meta.filename);
  for (const name of readdirSync(code)) this.addDependency(join(code, name));
  describeGuides(root, (path) => this.addDependency(path)).then((guides) => {
    // Parsed from text, since that is faster than as code.
    done(null, `export const guides = JSON.parse(${JSON.stringify(JSON.stringify(guides))});`);
  }, done);
}
