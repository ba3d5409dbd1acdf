"use client";

import { Pause, Play } from "lucide-react";
import { Button } from "#components/ui/button.tsx";

type LiveSwitchProps = {
  live: boolean;
  onChange: (live: boolean) => void;
  /** Why the log cannot be live now. */
  off: string | undefined;
};

/** Whether new calls appear on their own. */
export function LiveSwitch({ live, onChange, off }: LiveSwitchProps) {
  const following = live && off === undefined;
  return (
    <div className="flex items-center gap-3">
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <span
          aria-hidden="true"
          className={`size-2 rounded-full ${following ? "bg-pine motion-safe:animate-pulse" : "bg-edge"}`}
        />
        {off ?? (live ? "Live" : "Paused")}
      </p>
      {off === undefined ? (
        <Button
          look="secondary"
          size="small"
          icon={live ? Pause : Play}
          onClick={() => onChange(!live)}
        >
          {live ? "Pause" : "Resume"}
        </Button>
      ) : null}
    </div>
  );
}
