import { type Fence, groupFences } from "./read-fences.ts";

export type FenceSample = {
  fences: (Fence & { output?: string })[];
  /** What each of the fences prints. */
  output?: string;
  /** The lines that it takes in the guide, with the marks of its fences, counted from 0. */
  start: number;
  end: number;
};

/**
 * The code of a guide as its page shows it: languages that do the same become one sample, whether what they print
 * stands behind each of them or behind the last.
 */
export function listSamples(fences: readonly Fence[]): FenceSample[] {
  const samples: FenceSample[] = [];
  for (const group of groupFences(fences)) {
    const [first] = group;
    const before = samples.at(-1);
    if (first && before && first.isDirectlyBehind && canPrint(before)) {
      if (first.language === "text") {
        addOutput(before, first);
        continue;
      }
      if (isSameInOthers(before, group)) {
        before.fences.push(...group);
        before.end = endOf(group);
        continue;
      }
    }
    samples.push({ fences: [...group], start: (first?.line ?? 2) - 2, end: endOf(group) });
  }
  return samples.map(shareOutput);
}

const runnable = ["sh", "ts", "py"];

function canPrint({ fences }: FenceSample): boolean {
  return fences.every(({ language }) => runnable.includes(language));
}

/** To all fences since the last output. */
function addOutput(sample: FenceSample, { code, line }: Fence): void {
  for (const fence of sample.fences) fence.output ??= code;
  sample.end = line - 1 + code.split("\n").length;
}

function isSameInOthers({ fences }: FenceSample, group: readonly Fence[]): boolean {
  const known = fences.map(({ language }) => language);
  return group.every(({ language }) => runnable.includes(language) && !known.includes(language));
}

function endOf(group: readonly Fence[]): number {
  const last = group.at(-1);
  return last ? last.line - 1 + last.code.split("\n").length : 0;
}

function shareOutput({ fences, ...sample }: FenceSample): FenceSample {
  const outputs = new Set(fences.map(({ output }) => output));
  const [output] = outputs;
  if (outputs.size > 1 || output === undefined) return { fences, ...sample };
  return { ...sample, fences: fences.map(({ output: _, ...fence }) => fence), output };
}
