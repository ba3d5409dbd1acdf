import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const OIDC_CLIENT = { id: "sealslip", secret: "only between the two of us" };

type Claims = Record<string, unknown>;

export type OidcStandIn = AsyncDisposable & {
  issuer: string;
  /** What the next ID token says of the person; may replace what the provider itself would say. */
  claims: Claims;
  /** Whom its metadata and its ID tokens name, where that is not `issuer`. */
  namedIssuer: string | undefined;
  /** Signs with a key that is not in the published set. */
  forge: boolean;
  /** How often somebody came for tokens. */
  codesTaken: number;
};

/** An OpenID Connect provider on loopback where everybody is signed in and says yes. */
export async function startOidcStandIn(): Promise<OidcStandIn> {
  const keys = await generateKeyPair("RS256");
  const otherKeys = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const requests = new Map<string, URLSearchParams>();

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", standIn.issuer);
    if (url.pathname === "/authorize") {
      const code = randomUUID();
      requests.set(code, url.searchParams);
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      response.writeHead(302, { Location: back.href }).end();
      return;
    }
    const body = await answer(url.pathname, request).catch((error: Error) => error);
    response.writeHead(body instanceof Error ? 400 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body instanceof Error ? { error: "invalid_grant" } : body));
  });

  async function answer(path: string, request: IncomingMessage): Promise<unknown> {
    const { issuer } = standIn;
    if (path === "/jwks") return { keys: [jwk] };
    if (path === "/token") return { ...(await giveTokens(request)), token_type: "Bearer" };
    assert.equal(path, "/.well-known/openid-configuration");
    return {
      issuer: standIn.namedIssuer ?? issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  async function giveTokens(request: IncomingMessage): Promise<Record<string, string>> {
    standIn.codesTaken += 1;
    const sent = new URLSearchParams(await text(request));
    const code = sent.get("code") ?? "";
    const asked = requests.get(code);
    requests.delete(code);
    assert.ok(asked, "a code works once");
    const proof = createHash("sha256").update(sent.get("code_verifier") ?? "");
    assert.equal(proof.digest("base64url"), asked.get("code_challenge"));
    assert.equal(asked.get("code_challenge_method"), "S256");
    const basic = `${OIDC_CLIENT.id}:${encodeURIComponent(OIDC_CLIENT.secret).replaceAll("%20", "+")}`;
    const credentials = request.headers.authorization?.replace("Basic ", "") ?? "";
    assert.equal(Buffer.from(credentials, "base64").toString(), basic);

    const claims = {
      iss: standIn.namedIssuer ?? standIn.issuer,
      aud: asked.get("client_id") ?? "",
      // Whoever has another email is somebody else.
      sub: `person of ${standIn.claims.email}`,
      nonce: asked.get("nonce"),
      ...standIn.claims,
    };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .setIssuedAt()
      .setExpirationTime("1 minute")
      .sign(standIn.forge ? otherKeys.privateKey : keys.privateKey);
    return { access_token: randomUUID(), id_token: idToken };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const standIn: OidcStandIn = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    namedIssuer: undefined,
    forge: false,
    codesTaken: 0,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return standIn;
}
