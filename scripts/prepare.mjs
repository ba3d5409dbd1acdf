import { build } from "./build.mjs";
import { requireUsableFolder } from "./check-folder.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { reportFailure } from "./steps.mjs";

// The steps of a start before it serves, as a step of its own: npm run build

try {
  requireUsableFolder();
  await install();
  await generateClient();
  await build();
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
