"use client";

import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { TextAreaField, TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { looksPrivate } from "./key-rules.ts";
import { useAddSigningKey } from "./use-signing-keys.ts";

const required = "must not be empty";

export function SigningKeyForm({ onDone }: { onDone: () => void }) {
  const add = useAddSigningKey();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: "", publicKey: "" },
  });
  const { errors } = formState;
  const { atFields, elsewhere } = sortRefusal(add.error, ["name", "publicKey"]);
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
      <TextAreaField
        label="Public key"
        mono
        rows={4}
        spellCheck={false}
        autoComplete="off"
        hint="As PEM or as a JWK."
        error={errors.publicKey?.message ?? atFields.publicKey}
        {...register("publicKey", {
          required,
          // Checked before it is sent: the service would refuse it too, but then the pair would have to be
          // replaced.
          validate: (text) =>
            !looksPrivate(text) || "is a private key. It was not sent; enter the public one",
        })}
      />
      <CodeBlock label="To generate a pair and print its public key" code={newPair} />
    </DialogForm>
  );
}

const newPair = `openssl genpkey -algorithm ed25519 -out signing-key.pem
openssl pkey -in signing-key.pem -pubout`;
