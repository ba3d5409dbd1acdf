import { build } from "./build.mjs";
import { requireUsableFolder } from "./check-folder.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { packDocsScript } from "./pack-docs-script.mjs";
import { packPackages } from "./pack-packages.mjs";
import { serve } from "./serve.mjs";
import { reportFailure } from "./steps.mjs";

const dev = process.argv.includes("--dev");

try {
  requireUsableFolder();
  await install();
  await generateClient();
  await (dev ? packFiles() : build());
  process.exitCode = await serve({ dev });
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

/** What `build` makes beside the pages, which Next builds on demand. */
async function packFiles() {
  await packPackages();
  await packDocsScript();
}
