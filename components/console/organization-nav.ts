import { CircleUserRound, Settings, Users } from "lucide-react";
import type { NavGroup } from "./nav.ts";

/** The pages about the organization and its people, which every console has below its `base`. */
export function organizationNav(base: string): NavGroup {
  return {
    heading: "Organization",
    entries: [
      { href: `${base}/team`, label: "Team", icon: Users },
      { href: `${base}/settings`, label: "Settings", icon: Settings },
      { href: `${base}/account`, label: "Your account", icon: CircleUserRound },
    ],
  };
}
