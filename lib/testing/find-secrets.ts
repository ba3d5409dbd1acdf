/** Which of the secrets stand in the text: as they are, in either case, in hex, or inside base64. */
export function findSecrets(text: string, secrets: readonly string[]): string[] {
  const lowered = text.toLowerCase();
  const unbroken = text.replaceAll("\\n", "").replaceAll("\n", "");
  return secrets.filter(
    (secret) =>
      lowered.includes(secret.toLowerCase()) ||
      lowered.includes(Buffer.from(secret).toString("hex")) ||
      spellInBase64(secret).some((spelling) => unbroken.includes(spelling)),
  );
}

/** The digits that only the secret's own bytes decide, for each place it may have in a group of three. */
export function spellInBase64(secret: string | Uint8Array): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor((bytes.length * 8) / 6);
    return [
      bytes.toString("base64").slice(start, end),
      bytes.toString("base64url").slice(start, end),
    ];
  });
}
