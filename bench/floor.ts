import { createPublicKey, hash, type KeyObject } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { config } from "#lib/config.ts";
import { createId } from "#lib/core/ids.ts";
import { receiptAad } from "#lib/crypto/envelope.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { createToken } from "#lib/crypto/tokens.ts";

// The most that this machine can do: for each call only its cryptography and one statement that is on disk
// before the answer. No checks, limits, or logs.
const { dataDir, databaseOwnerUrl, port } = config();
const pool = new pg.Pool({
  connectionString: databaseOwnerUrl,
  max: 16,
  options: "-c search_path=floor",
});
await pool.query(`
  CREATE SCHEMA floor;
  CREATE TABLE floor.receipt (
    id text PRIMARY KEY, encrypted_key bytea, iv bytea, ciphertext bytea, tag bytea);
  CREATE TABLE floor.token (hash bytea PRIMARY KEY, used_at timestamptz) WITH (fillfactor = 80);
  CREATE TABLE floor.cardholder (id text PRIMARY KEY, public_key text);`);

type Body = Record<string, string>;

let recipient: KeyObject = createPublicKey((await generateKeyPair()).publicKey);
let lastId = "";

const routes: Record<string, (body: Body) => Promise<object>> = {
  "POST /api/v1/onboarding/register": async ({ publicKey = "", keyId }) => {
    const { pem } = await importPublicKey(publicKey);
    recipient = createPublicKey(pem);
    const userId = createId("cardholder");
    await run("register", "INSERT INTO cardholder VALUES ($1, $2)", [userId, pem]);
    return { userId, keyId };
  },
  "POST /api/v1/payments/gateway_one/create": async (receipt) => {
    const paymentId = createId("payment");
    const { encryptedKey, iv, ciphertext, tag } = sealOnServer({
      receipt,
      paymentId,
      keys: [{ kind: "RSA-2048", key: recipient }],
    });
    const values = [paymentId, encryptedKey, iv, ciphertext, tag];
    await run("create", "INSERT INTO receipt VALUES ($1, $2, $3, $4, $5)", values);
    lastId = paymentId;
    return { paymentId };
  },
  "POST /replay": async () => {
    const { rows } = await run("replay", "SELECT id FROM receipt WHERE id = $1", [lastId]);
    return { paymentId: rows[0]?.id };
  },
  "POST /api/v1/keys/grant-access": async () => {
    const tokenId = createToken("tok");
    const hashed = hash("sha256", tokenId, "buffer");
    await run("grant", "INSERT INTO token (hash) VALUES ($1)", [hashed]);
    return { tokenId };
  },
  "POST /api/v1/payments/envelope": takeEnvelope,
  "POST /api/v1/payments/decrypt": async (body) => {
    const { paymentId = "", privateKey = "" } = body;
    const sealed = await takeEnvelope(body);
    return await openReceipt({
      sealed,
      paymentId,
      privateKey: await importPrivateKey(privateKey),
    });
  },
};

async function takeEnvelope({ paymentId = "", tokenId = "" }: Body) {
  const text = `
    UPDATE token SET used_at = now() FROM receipt
    WHERE token.hash = $1 AND receipt.id = $2 RETURNING receipt.*`;
  const { rows } = await run("envelope", text, [hash("sha256", tokenId, "buffer"), paymentId]);
  const [row] = rows;
  return {
    protected: Buffer.from('{"enc":"A256GCM"}').toString("base64url"),
    header: { alg: "RSA-OAEP-256", kid: "key_floor" },
    encrypted_key: row.encrypted_key.toString("base64url"),
    iv: row.iv.toString("base64url"),
    ciphertext: row.ciphertext.toString("base64url"),
    tag: row.tag.toString("base64url"),
    aad: receiptAad(paymentId),
  };
}

async function listReceipts(): Promise<object> {
  const text = "SELECT id, 'usd' AS currency, now() AS at FROM receipt ORDER BY id DESC LIMIT 20";
  const { rows } = await run("list", text, []);
  return { receipts: rows };
}

async function run(name: string, text: string, values: unknown[]) {
  return await pool.query({ name, text, values });
}

async function answer(request: IncomingMessage): Promise<string> {
  const answerRoute = routes[`${request.method} ${request.url}`] ?? listReceipts;
  const data = await answerRoute(request.method === "POST" ? await readBody(request) : {});
  return JSON.stringify({ success: true, data });
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

const server = createServer((request, response) => {
  answer(request).then(
    (json) => response.setHeader("Content-Length", Buffer.byteLength(json)).end(json),
    (error) => response.writeHead(500).end(String(error)),
  );
});
await writeFile(join(dataDir, "demo.json"), JSON.stringify({ apiKeys: { platform: "none" } }));
server.listen(port, "127.0.0.1", () => process.stdout.write("ready\n"));

process.on("SIGTERM", async () => {
  server.closeAllConnections();
  server.close();
  await pool.end();
  process.exit();
});
