import { join } from "node:path";
import { describeGuides } from "#lib/docs/describe-guides.ts";
import { root } from "./project.mjs";

/** What the pages import as docs/guides/README.md, so that they need none of these files where they run. */
export default function loadGuides() {
  const done = this.async();
  this.addContextDependency(join(root, "docs", "guides"));
  describeGuides(root, (path) => this.addDependency(path)).then((guides) => {
    // Parsed from text, since that is faster than as code.
    done(null, `export const guides = JSON.parse(${JSON.stringify(JSON.stringify(guides))});`);
  }, done);
}
