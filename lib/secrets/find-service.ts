import { type KeyService, KeyServiceError } from "./key-service.ts";
import { SecretsError } from "./secrets-error.ts";

/** By the prefix of a value. Loaded on demand: their libraries are large. */
const services = {
  "aws-kms": async () => (await import("./aws-kms.ts")).openAwsKms(),
} satisfies Record<string, () => Promise<KeyService>>;

type ServiceName = keyof typeof services;

/** `service:rest`, as in a secret or an escrow key that names a service; undefined for the secret itself. */
export function findService(text: string): { service: ServiceName; rest: string } | undefined {
  const service = (Object.keys(services) as ServiceName[]).find((name) =>
    text.startsWith(`${name}:`),
  );
  return service && { service, rest: text.slice(service.length + 1).trim() };
}

/** Runs `work` with the service. Throws `SecretsError` with the name of the secret. */
export async function withService<T>(
  { secret, service }: { secret: string; service: ServiceName },
  work: (opened: KeyService) => Promise<T>,
): Promise<T> {
  try {
    return await work(await services[service]());
  } catch (cause) {
    if (!(cause instanceof KeyServiceError)) throw cause;
    throw new SecretsError(`${secret}: ${cause.message}`, { cause });
  }
}
