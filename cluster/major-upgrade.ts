import { runMajorUpgrade } from "./major-upgrade-trial.ts";
import { runTrial } from "./run-trial.ts";

// npm run cluster -- major-upgrade: the service moves to PostgreSQL's next major version, back, and there again.

/** For what hangs: it takes five minutes. */
const DEADLINE_MS = 10 * 60_000;

await runTrial({ deadlineMs: DEADLINE_MS }, runMajorUpgrade);
