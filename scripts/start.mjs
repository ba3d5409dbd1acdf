import { build } from "./build.mjs";
import { requireUsableFolder } from "./check-folder.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { packPackages } from "./pack-packages.mjs";
import { serve } from "./serve.mjs";
import { reportFailure } from "./steps.mjs";

const dev = process.argv.includes("--dev");

try {
  requireUsableFolder();
  await install();
  await generateClient();
  await (dev ? packPackages() : build());
  process.exitCode = await serve({ dev });
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
