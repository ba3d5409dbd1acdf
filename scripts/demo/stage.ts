import type { DemoFile } from "./read-demo-file.ts";
import type { Transcript } from "./transcript.ts";

/** The context of every act. `run` makes the ids of the examples unique. */
export type Stage = { transcript: Transcript; keys: DemoFile["apiKeys"]; run: string };
