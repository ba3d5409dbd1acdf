import assert from "node:assert/strict";
import { type TOTP, URI } from "otpauth";
import { createConsoleClient, type TestMember } from "./console-client.ts";
import type { TestService } from "./test-service.ts";

type TestTotp = {
  app: TOTP;
  secret: string;
  /** The one that has put the app to use */
  code: string;
  recoveryCodes: string[];
};

/** Adds an authenticator app to the member, which shows codes as a phone does. */
export async function addTestTotp(
  service: Pick<TestService, "url">,
  member: Pick<TestMember, "cookie">,
): Promise<TestTotp> {
  const call = createConsoleClient(service, member, "");
  const begun = await call("POST", "/second-factor");
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  const { secret, uri } = begun.body.data;
  const app = URI.parse(uri);
  assert.ok("period" in app, "a TOTP");
  const code = app.generate();
  const confirmed = await call("PUT", "/second-factor", { body: { code } });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  const { recoveryCodes } = confirmed.body.data;
  return { app, secret, code, recoveryCodes };
}
