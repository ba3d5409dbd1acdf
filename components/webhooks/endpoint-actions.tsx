"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { PingResult } from "./ping-result.tsx";
import { type Endpoint, useTestEndpoint } from "./use-endpoints.ts";

/** Of the notice that says why the controls are disabled. */
export const ENDPOINT_NOTICE = "endpoint-notice";

const REFUSAL = "test-refusal";

// Most visits open none of these.
const EditEndpointDialog = loadedLater(
  async () => (await import("./edit-endpoint-dialog.tsx")).EditEndpointDialog,
  { place: "over" },
);
const EnableDialog = loadedLater(async () => (await import("./enable-dialog.tsx")).EnableDialog, {
  place: "over",
});
const DisableDialog = loadedLater(
  async () => (await import("./disable-dialog.tsx")).DisableDialog,
  { place: "over" },
);
const RotateDialog = loadedLater(async () => (await import("./rotate-dialog.tsx")).RotateDialog, {
  place: "over",
});
const DeleteDialog = loadedLater(async () => (await import("./delete-dialog.tsx")).DeleteDialog, {
  place: "over",
});

type Doing = "nothing" | "editing" | "enabling" | "disabling" | "rotating" | "deleting";

type EndpointActionsProps = {
  endpoint: Endpoint;
  /** The page to go to once it is deleted. */
  list: string;
};

/** Sends a test, and opens a dialog for each change. */
export function EndpointActions({ endpoint, list }: EndpointActionsProps) {
  const { endpointId, status, disabledReason } = endpoint;
  const router = useRouter();
  const test = useTestEndpoint(endpointId);
  const [doing, setDoing] = useState<Doing>("nothing");
  const dialog = { endpoint, onDone: () => setDoing("nothing") };
  const may = useMay("developer");
  const control = { disabled: !may, "aria-describedby": may ? undefined : ENDPOINT_NOTICE };
  const isPaused = disabledReason === "paused";
  return (
    <div className="mt-5 space-y-4">
      <div className="flex flex-wrap gap-2">
        <Button
          {...control}
          {...(may && isPaused ? { disabled: true, "aria-describedby": REFUSAL } : {})}
          look="secondary"
          pending={test.isPending}
          onClick={() => test.mutate()}
        >
          Send test event
        </Button>
        <Button {...control} look="secondary" onClick={() => setDoing("editing")}>
          Edit
        </Button>
        {status === "enabled" ? (
          <Button {...control} look="secondary" onClick={() => setDoing("disabling")}>
            Disable
          </Button>
        ) : isPaused ? null : (
          <Button {...control} onClick={() => setDoing("enabling")}>
            Enable
          </Button>
        )}
        <Button {...control} look="secondary" onClick={() => setDoing("rotating")}>
          Rotate the secret
        </Button>
        <Button
          {...control}
          look="ghost"
          className="text-alarm"
          onClick={() => setDoing("deleting")}
        >
          Delete
        </Button>
      </div>
      {may && isPaused ? (
        <p id={REFUSAL} className="text-sm text-muted">
          Nothing is sent while the operator has paused it, test events included.
        </p>
      ) : null}
      <div role="status">{test.data ? <PingResult ping={test.data} /> : null}</div>
      <ErrorCallout error={test.error} />
      {doing === "editing" ? <EditEndpointDialog {...dialog} /> : null}
      {doing === "enabling" ? <EnableDialog {...dialog} /> : null}
      {doing === "disabling" ? <DisableDialog {...dialog} /> : null}
      {doing === "rotating" ? <RotateDialog {...dialog} /> : null}
      {doing === "deleting" ? (
        <DeleteDialog {...dialog} onDeleted={() => router.replace(list)} />
      ) : null}
    </div>
  );
}
