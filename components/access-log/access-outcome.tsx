import { CircleDashed, LockKeyholeOpen, TimerOff } from "lucide-react";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import type { AccessOutcome as AccessOutcomeName } from "#lib/contract/access-log.ts";

/** What came of a grant. */
export function AccessOutcome({ outcome }: { outcome: AccessOutcomeName }) {
  return <StatusMark look={looks[outcome]} />;
}

const looks: Record<AccessOutcomeName, StatusLook> = {
  used: { word: "Opened", color: "text-opened", icon: LockKeyholeOpen },
  active: { word: "Not used yet", color: "text-escrowed", icon: CircleDashed },
  expired: { word: "Expired unused", color: "text-expired", icon: TimerOff },
};

// The keys of a literal are its names.
const outcomes = Object.keys(looks) as AccessOutcomeName[];

/** To choose from, with the same words. */
export const outcomeOptions = outcomes.map((value) => ({ value, label: looks[value].word }));

/** The outcome of a name in the address; undefined for a name that is none. */
export function readOutcome(text: string): AccessOutcomeName | undefined {
  return outcomes.find((outcome) => outcome === text);
}
