"use client";

import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { TextAreaField, TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { looksPrivate } from "./key-rules.ts";
import { proofCommand } from "./proof-command.ts";
import { useAddSigningKey, useSigningChallenge } from "./use-signing-keys.ts";

const required = "must not be empty";

/** Checked before it is sent: the service would refuse it too, but then the pair would have to be replaced. */
const isPublic = (text: string) =>
  !looksPrivate(text) || "is a private key. It was not sent; enter the public one";

export function SigningKeyForm({ onDone }: { onDone: () => void }) {
  const add = useAddSigningKey();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: "", publicKey: "", proof: "" },
  });
  const { errors } = formState;
  const { atFields, elsewhere } = sortRefusal(add.error, ["name", "publicKey", "proof"]);
  const submit = handleSubmit((request) =>
    add.mutate(request, {
      onSuccess: ({ name }) => {
        toast.success(`${name} is added`);
        onDone();
      },
    }),
  );
  return (
    <DialogForm
      onSubmit={submit}
      failure={elsewhere}
      submitLabel="Add the key"
      pending={add.isPending}
      onCancel={onDone}
    >
      <TextField
        label="Name"
        autoComplete="off"
        hint="Where the private key is kept, such as the till or the server."
        error={errors.name?.message ?? atFields.name}
        {...register("name", { required })}
      />
      <Challenge />
      <TextAreaField
        label="Public key"
        mono
        rows={4}
        spellCheck={false}
        autoComplete="off"
        hint="As PEM or as a JWK."
        error={errors.publicKey?.message ?? atFields.publicKey}
        {...register("publicKey", { required, validate: isPublic })}
      />
      <TextAreaField
        label="Proof"
        mono
        rows={4}
        spellCheck={false}
        autoComplete="off"
        hint="The last line that the command prints. It shows that you have the private key, which stays with you."
        error={errors.proof?.message ?? atFields.proof}
        {...register("proof", { required, validate: isPublic })}
      />
    </DialogForm>
  );
}

/** What has to be signed, and a command that does it. */
function Challenge() {
  return (
    <Loaded query={useSigningChallenge()} subject="the challenge" rows={4} bare>
      {({ challenge }) => (
        <div className="space-y-1 text-sm">
          <p className="text-pretty">
            Run a command where the private key is, or is to be: it makes signing-key.pem if there
            is none, and prints the public key and the proof.
          </p>
          <p className="py-1">
            <CopyButton text={proofCommand(challenge)} label="the command">
              Copy the command
            </CopyButton>
          </p>
          <Details title="Read the command, which needs Node">
            <CodeBlock label="Command" code={proofCommand(challenge)} />
          </Details>
          <Details title="Use your own tools">
            <p className="mb-2 text-pretty text-muted">
              The proof is a compact JWS over this text, with alg and kid in its header. The text
              says when it expires.
            </p>
            <CodeBlock label="Challenge" code={challenge} />
          </Details>
        </div>
      )}
    </Loaded>
  );
}

function Details({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer py-2 font-medium text-pine hover:text-pine-deep">
        {title}
      </summary>
      {children}
    </details>
  );
}
