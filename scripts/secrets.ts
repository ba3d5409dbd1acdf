import { writeNewSecrets } from "#lib/secrets/read-secrets.ts";

// A complete set for production mode: npm run -s secrets > secrets.env, and name the file in SECRETS_FILE.

process.stdout.write(await writeNewSecrets());
