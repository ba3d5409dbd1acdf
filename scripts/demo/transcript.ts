import { z } from "zod";
import { clip } from "#components/receipts/text-columns.ts";
import type { ApiAnswer, ApiCall, CallApi } from "./api-client.ts";
import { DemoFailure } from "./demo-failure.ts";

/** A call and its expected answer. `shown` replaces a path that contains an id. */
export type Step = ApiCall & { shown?: string; status: number };

export type Transcript = ReturnType<typeof createTranscript>;

const WIDTH = 80;

const failure = z.object({
  error: z.object({ code: z.string(), message: z.string(), request_id: z.string() }),
});

/** Plays steps and writes each as one line; a step that answers anything unexpected is a DemoFailure. */
export function createTranscript(callApi: CallApi, writeLine: (line: string) => void) {
  let acts = 0;

  return {
    act(title: string): void {
      acts += 1;
      writeLine("");
      writeLine(`${acts}. ${title}`);
    },

    say(text: string): void {
      for (const line of text.split("\n")) writeLine(`   ${line}`.trimEnd());
    },

    /** The `data` of a success; `summarize` makes the end of the line from it. */
    async succeed<Shape>(
      step: Step,
      shape: z.ZodType<Shape>,
      summarize: (resource: Shape, headers: Headers) => string,
    ): Promise<Shape> {
      const answer = await callApi(step);
      requireStatus(step, answer);
      const parsed = z.object({ success: z.literal(true), data: shape }).safeParse(answer.body);
      if (!parsed.success) throw unexpected(step, z.prettifyError(parsed.error));
      writeLine(formatStep(step, answer, summarize(parsed.data.data, answer.headers)));
      return parsed.data.data;
    },

    /** A refusal with the error code. */
    async refuse(step: Step, code: string): Promise<void> {
      const answer = await callApi(step);
      requireStatus(step, answer);
      const parsed = failure.safeParse(answer.body);
      if (parsed.data?.error.code !== code) throw unexpected(step, `not the code ${code}`);
      writeLine(formatStep(step, answer, code));
    },
  };
}

function requireStatus(step: Step, answer: ApiAnswer): void {
  if (answer.status === step.status) return;
  // The first attempt may have succeeded although its answer was lost; the next one is a replay then.
  if (answer.attempts > 1 && step.status === 201 && answer.status === 200) return;
  const { error } = failure.safeParse(answer.body).data ?? {};
  const said = error ? ` ${error.code}: ${error.message} (${error.request_id})` : "";
  throw unexpected(step, `${answer.status} instead of ${step.status}${said}`);
}

function unexpected(step: Step, what: string): DemoFailure {
  return new DemoFailure(`${step.method} ${step.shown ?? step.path}: ${what}`);
}

function formatStep(step: Step, { status, ms }: ApiAnswer, note: string): string {
  const call = `${step.method.padEnd(4)} ${(step.shown ?? step.path).padEnd(28)}`;
  return clip(`   ${call} ${status} ${ms.toFixed(0).padStart(5)} ms  ${note}`, WIDTH).trimEnd();
}
