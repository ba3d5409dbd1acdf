import type { DemoFile } from "./read-demo-file.ts";
import type { Transcript } from "./transcript.ts";

/** What every act needs. `run` makes the ids of the examples new each time. */
export type Stage = { transcript: Transcript; keys: DemoFile["apiKeys"]; run: string };
