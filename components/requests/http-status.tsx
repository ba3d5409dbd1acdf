import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";

/** The status of an answer; whose failure it was is in the icon and the color. */
export function HttpStatus({ status }: { status: number }) {
  return <StatusMark look={{ word: String(status), ...lookOf(status) }} />;
}

function lookOf(status: number): Omit<StatusLook, "word"> {
  if (status < 400) return { color: "text-pine", icon: CircleCheck };
  if (status < 500) return { color: "text-escrowed", icon: CircleAlert };
  return { color: "text-alarm", icon: CircleX };
}
