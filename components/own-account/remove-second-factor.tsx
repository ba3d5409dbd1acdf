"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { RemovalForm } from "./removal-form.tsx";

/** Takes the password: whoever finds the browser open must not get further than it. */
export function RemoveSecondFactor() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p className="max-w-[64ch] text-muted text-pretty">
        For another phone, switch it off here and set it up again: that makes new recovery codes
        too.
      </p>
      <Button look="secondary" onClick={() => setAsking(true)}>
        Switch it off
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Switch the second factor off?"
        description="The password alone signs you in then, and the recovery codes are void."
      >
        {/* Inside, so that a closed dialog forgets what was typed into it. */}
        <RemovalForm onCancel={() => setAsking(false)} />
      </Dialog>
    </>
  );
}
