import { Ban, CircleCheck, CircleSlash, Hourglass } from "lucide-react";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import type { ApiKeyResource } from "#lib/contract/api-keys.ts";

type ApiKeyStatusProps = { status: ApiKeyResource["status"] };

export function ApiKeyStatus({ status }: ApiKeyStatusProps) {
  return <StatusMark look={looks[status]} />;
}

const looks: Record<ApiKeyResource["status"], StatusLook> = {
  active: { word: "Active", color: "text-pine", icon: CircleCheck },
  expiring: { word: "Expiring", color: "text-escrowed", icon: Hourglass },
  expired: { word: "Expired", color: "text-expired", icon: CircleSlash },
  revoked: { word: "Revoked", color: "text-alarm", icon: Ban },
};
