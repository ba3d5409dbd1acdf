import { CircleCheck, CirclePause, CircleQuestionMark } from "lucide-react";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import type { ConnectionResource } from "#lib/contract/gateways.ts";

type Circuit = ConnectionResource["circuit"];

/** Whether payments are passed on to the provider right now. */
export function CircuitStatus({ circuit }: { circuit: Circuit }) {
  return <StatusMark look={looks[circuit]} />;
}

const looks: Record<Circuit, StatusLook> = {
  closed: { word: "Closed: payments pass", color: "text-pine", icon: CircleCheck },
  half_open: { word: "Half open: trying one", color: "text-escrowed", icon: CircleQuestionMark },
  open: { word: "Open: payments are refused", color: "text-alarm", icon: CirclePause },
};
