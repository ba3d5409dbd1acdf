import { generateX25519Identity, identityToRecipient } from "age-encryption";

// A pair for BACKUP_RECIPIENTS, as age-keygen prints it: npm run -s backup-key > backup-key.txt

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
process.stdout.write(
  `# Opens backups that are encrypted to this key (BACKUP_RECIPIENTS). Keep it apart from the server and its backups.\n# public key: ${recipient}\n${identity}\n`,
);
