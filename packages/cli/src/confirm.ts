import { confirm, isCancel } from "@clack/prompts";
import { usageError } from "./cli-error.ts";
import type { Context } from "./context.ts";
import { Interrupted } from "./interrupt.ts";

/** In production, asks before money moves; `--yes` answers for scripts. Throws unless the answer is yes. */
export async function confirmInProduction(
  { environment, isConfirmed, signal }: Context,
  act: string,
): Promise<void> {
  if (environment !== "production" || isConfirmed) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw usageError(`This ${act} in production`, "Add --yes if that is what you want.");
  }
  const message = `This ${act} in production. Go on?`;
  const answer = await confirm({ message, initialValue: false, output: process.stderr, signal });
  if (isCancel(answer) || !answer) throw new Interrupted("Nothing was sent.");
}
