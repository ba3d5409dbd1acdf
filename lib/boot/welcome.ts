/** What a start says about the demo; the same names as in `DATA_DIR/demo.json`. */
export interface Demo {
  apiKeys: { issuer: string };
  logins: Record<string, { email: string; password: string }>;
}

/** The last lines of a start: where to look, how to sign in, and a first call to copy. */
export function writeWelcome({
  baseUrl,
  demo,
  productionMode,
}: {
  baseUrl: string;
  demo: Demo | undefined;
  /** Then what is printed is kept in a log, which is no place for passwords. */
  productionMode: boolean;
}): string {
  const lines = ["", `Sealslip is ready at ${baseUrl}`, ""];
  if (demo === undefined) return [...lines, curl(`${baseUrl}/api/health`), ""].join("\n");
  if (productionMode)
    return [...lines, "DATA_DIR/demo.json has the demo's sign-ins", ""].join("\n");

  const logins = Object.entries(demo.logins).map(
    ([name, { email, password }]) => `  ${name.padEnd(10)} ${email.padEnd(28)} ${password}`,
  );
  const url = `${baseUrl}/api/v1/onboarding/generate-keys`;
  const call = curl(`-X POST ${url} -H 'X-API-Key: ${demo.apiKeys.issuer}'`);
  return [...lines, "Sign in with", ...logins, "", "A first call:", call, ""].join("\n");
}

function curl(call: string): string {
  return `  curl -s ${call}`;
}
