import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { serve } from "./serve.mjs";
import { reportFailure } from "./steps.mjs";

try {
  await install();
  await generateClient();
  process.exitCode = await serve({ program: "worker.ts" });
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
