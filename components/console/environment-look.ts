import { Circle, CircleDot, CircleSmall, type LucideIcon } from "lucide-react";
import type { Environment } from "#lib/contract/environment.ts";

type EnvironmentLook = { label: string; hint: string; icon: LucideIcon };

export const environmentLooks: Record<Environment, EnvironmentLook> = {
  development: { label: "Development", hint: "Test data, for building", icon: CircleSmall },
  staging: { label: "Staging", hint: "Test data, before a release", icon: Circle },
  production: { label: "Production", hint: "Real data, real money", icon: CircleDot },
};
