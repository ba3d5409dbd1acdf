import type { OverviewRange } from "#lib/reports/contract.ts";

type RangeWords = {
  label: string;
  /** After "in the": "last 24 hours". */
  now: string;
  /** After "against the": "24 hours before". */
  before: string;
};

export const rangeWords: Record<OverviewRange, RangeWords> = {
  "24h": { label: "24 hours", now: "last 24 hours", before: "24 hours before" },
  "7d": { label: "7 days", now: "last 7 days", before: "7 days before" },
  "30d": {
    label: "30 days",
    now: "last 30 days",
    before: "30 days before",
  },
};

// The keys of a literal are its names.
const ranges = Object.keys(rangeWords) as OverviewRange[];

export const rangeOptions = ranges.map((value) => ({ value, label: rangeWords[value].label }));

/** The range of a name in the address; 24 hours for an unknown name. */
export function readOverviewRange(text: string): OverviewRange {
  return ranges.find((range) => range === text) ?? "24h";
}
