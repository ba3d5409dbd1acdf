"use client";

import { Download } from "lucide-react";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { saveFile } from "#components/ui/save-file.ts";

type RecoveryCodesProps = { recoveryCodes: readonly string[]; onDone: () => void };

export function RecoveryCodes({ recoveryCodes, onDone }: RecoveryCodesProps) {
  const { email } = useSession().member;
  const text = recoveryCodes.join("\n");
  function save() {
    const heading = `Recovery codes of ${email} for ${window.location.host}. Each works once:`;
    const fileName = "sealslip-recovery-codes.txt";
    const file = new Blob([`${heading}\n\n${text}\n`], { type: "text/plain" });
    saveFile({ fileName, file });
  }
  return (
    <div className="max-w-2xl space-y-4 text-sm">
      <div role="status">
        <Callout tone="good" title="The second factor is on">
          <p className="text-muted">
            Keep these recovery codes where you can find them without your phone. Each works once in
            place of a code, and they are shown only now.
          </p>
        </Callout>
      </div>
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-2 border border-line bg-copy px-4 py-4 font-mono text-xs sm:grid-cols-2 md:text-sm"
      >
        {recoveryCodes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-between gap-2">
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} label="all recovery codes">
            Copy all
          </CopyButton>
          <Button look="secondary" size="small" icon={Download} onClick={save}>
            Download
          </Button>
        </div>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  );
}
