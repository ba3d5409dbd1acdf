import { generateClient } from "./generate-client.mjs";
import { reportFailure } from "./steps.mjs";

try {
  await generateClient({ force: true });
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
