"use client";

import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { useDialogHold } from "#components/ui/dialog-hold.ts";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { TextAreaField, TextField } from "#components/ui/text-field.tsx";
import { readFieldErrors } from "#lib/browser/describe-error.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { KeyFingerprint } from "./key-fingerprint.tsx";
import { useRotateCardholderKey } from "./use-cardholders.ts";

type RotateFormProps = { userId: string; onDone: () => void };

type Values = { publicKey: string; keyId: string };

export function RotateForm({ userId, onDone }: RotateFormProps) {
  const { register, handleSubmit, setError, watch, formState } = useForm<Values>({
    defaultValues: { publicKey: "", keyId: "" },
  });
  const rotate = useRotateCardholderKey(userId);
  const pasted = usePastedKey(watch("publicKey"));
  const isPending = formState.isSubmitting || rotate.isPending;
  useDialogHold(isPending);

  const submit = handleSubmit(async (values) => {
    const key = await readPastedKey(values.publicKey);
    if (key.state === "unsound") return setError("publicKey", { message: key.reason });
    rotate.mutate(
      { keyId: values.keyId.trim() || key.keyId, publicKey: key.pem },
      {
        onSuccess: () => {
          toast.success("New receipts are sealed to the new key");
          onDone();
        },
        onError: (error) => {
          for (const { path, reason } of readFieldErrors(error)) {
            if (isField(path)) setError(path, { message: reason });
          }
        },
      },
    );
  });
  // A refusal that names a field is shown at the field.
  const namesField = readFieldErrors(rotate.error).some(({ path }) => isField(path));
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-pretty">
        <li>From now on, receipts are sealed to the new key.</li>
        <li>
          Earlier receipts stay under the old key: the device needs the old private key for as long
          as they matter.
        </li>
      </ul>
      <TextAreaField
        label="New public key"
        hint="RSA-2048 or P-256, as PEM or base64 of SubjectPublicKeyInfo."
        placeholder="-----BEGIN PUBLIC KEY-----"
        mono
        rows={6}
        autoComplete="off"
        spellCheck={false}
        error={formState.errors.publicKey?.message}
        {...register("publicKey", { required: "must not be empty" })}
      />
      <div aria-live="polite">
        {pasted?.state === "sound" ? (
          <div className="space-y-2 border border-dashed border-edge bg-copy px-3.5 py-3">
            <p className="text-sm text-muted">The device must show the same words:</p>
            <KeyFingerprint words={pasted.words} large />
          </div>
        ) : null}
      </div>
      <TextField
        label="Key id"
        optional
        mono
        placeholder={pasted?.state === "sound" ? pasted.keyId : "key_…"}
        hint="If left empty, it is derived from the key."
        autoComplete="off"
        spellCheck={false}
        error={formState.errors.keyId?.message}
        {...register("keyId")}
      />
      <ErrorCallout error={namesField ? null : rotate.error} />
      <DialogActions>
        <Button look="secondary" disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          Rotate key
        </Button>
      </DialogActions>
    </form>
  );
}

function isField(path: string): path is keyof Values {
  return path === "publicKey" || path === "keyId";
}

export type PastedKey =
  | { state: "sound"; keyId: string; pem: string; words: string[] }
  /** `reason` is a sentence. */
  | { state: "unsound"; reason: string };

/** The kind of a pasted text; undefined while it is checked, and for an empty one. */
export function usePastedKey(text: string): PastedKey | undefined {
  return useQuery({
    queryKey: ["public-key", text],
    queryFn: () => readPastedKey(text),
    enabled: text.trim() !== "",
    // Works offline, and the pasted text is not cached.
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
}

export async function readPastedKey(text: string): Promise<PastedKey> {
  try {
    const { pem, thumbprint } = await importPublicKey(text);
    const words = await fingerprintPublicKey(pem);
    return { state: "sound", keyId: formatKeyId(thumbprint), pem, words };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return { state: "unsound", reason: error.message };
  }
}
