"use client";

import { ShieldCheck, ShieldOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import type { TotpSetup } from "#lib/contract/second-factor.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RemoveSecondFactor } from "./remove-second-factor.tsx";
import { useBeginSecondFactor, useRefreshSession } from "./use-own-account.ts";

type Stage =
  | { name: "rest" }
  | { name: "setup"; setup: TotpSetup }
  | { name: "codes"; recoveryCodes: readonly string[] };

/** On the page and not in a dialog: what is shown once must not go away with a click beside it. */
export function SecondFactorPanel() {
  const [stage, setStage] = useState<Stage>({ name: "rest" });
  const refreshSession = useRefreshSession();
  const rest = () => setStage({ name: "rest" });
  return (
    <Panel
      title="Second factor"
      description="A code from an authenticator app, asked for at each sign-in after the password."
    >
      {stage.name === "rest" ? (
        <Rest onBegun={(setup) => setStage({ name: "setup", setup })} />
      ) : null}
      {stage.name === "setup" ? (
        <SecondFactorSetup
          setup={stage.setup}
          onConfirmed={(recoveryCodes) => {
            void refreshSession();
            setStage({ name: "codes", recoveryCodes });
          }}
          onCancel={rest}
        />
      ) : null}
      {stage.name === "codes" ? (
        <RecoveryCodes recoveryCodes={stage.recoveryCodes} onDone={rest} />
      ) : null}
    </Panel>
  );
}

function Rest({ onBegun }: { onBegun: (setup: TotpSetup) => void }) {
  const { secondFactor } = useSession();
  const begin = useBeginSecondFactor();
  return (
    <div className="space-y-4 text-sm">
      <p>
        <StatusMark look={secondFactor ? on : off} />
      </p>
      {begin.error ? <Callout tone="alarm">{describeError(begin.error)}</Callout> : null}
      {secondFactor ? (
        <RemoveSecondFactor />
      ) : (
        <>
          <p className="max-w-[64ch] text-muted text-pretty">
            Whoever learns your password still cannot sign in with it. Any app that knows time-based
            codes will do.
          </p>
          <Button
            pending={begin.isPending}
            onClick={() => begin.mutate(undefined, { onSuccess: onBegun })}
          >
            Set it up
          </Button>
        </>
      )}
    </div>
  );
}

const on: StatusLook = { word: "On", color: "text-pine", icon: ShieldCheck };
const off: StatusLook = { word: "Off", color: "text-muted", icon: ShieldOff };

// Drawn once in the life of an account: the QR code's library comes when it is asked for.
const SecondFactorSetup = dynamic(
  () => import("./second-factor-setup.tsx").then((file) => file.SecondFactorSetup),
  { loading: () => <SkeletonRows label="Loading the code" rows={5} /> },
);
