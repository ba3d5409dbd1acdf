import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { PushTarget } from "#lib/push/contract.ts";
import type { PostMessage } from "#lib/push/post-message.ts";
import { setUp } from "./set-up.ts";

/** What arrived at a push service: by the path of the endpoint, with its headers as they were sent. */
type Arrived = { path: string; headers: Headers; body: Buffer };

export type PushService = {
  arrived: Arrived[];
  /** The answer to a path; 201 for others. */
  statuses: Map<string, number>;
  /** Takes messages for whatever host here, over HTTP on loopback. */
  post: PostMessage;
};

/** A push service in this process, for the tests of this suite. */
export function setUpPushService(): PushService {
  const arrived: Arrived[] = [];
  const statuses = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const chunks: Buffer[] = await request.toArray();
    const headers = new Headers(request.headers as Record<string, string>);
    arrived.push({ path, headers, body: Buffer.concat(chunks) });
    response.writeHead(statuses.get(path) ?? 201, { Location: "/elsewhere" }).end();
  });
  setUp(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  after(() => server.close());

  const post: PostMessage = async ({ endpoint, headers, body }) => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}${new URL(endpoint).pathname}`;
    const sent = { method: "POST", headers, body: new Uint8Array(body) };
    return (await fetch(url, { ...sent, redirect: "manual" })).status;
  };
  return { arrived, statuses, post };
}

export type TestBrowser = {
  target: PushTarget;
  path: string;
  /** What a message says. Throws for one that is not meant for this browser (RFC 8291). */
  read(body: Buffer): string;
};

let browsers = 0;

/** A browser that has subscribed at the push service. Its host is an address, so that DNS is not asked. */
export function createTestBrowser(): TestBrowser {
  browsers += 1;
  const path = `/push/${browsers}`;
  const pair = createECDH("prime256v1");
  const auth = randomBytes(16);
  const keys = { p256dh: pair.generateKeys("base64url"), auth: auth.toString("base64url") };
  return {
    target: { endpoint: `https://1.1.1.1${path}`, keys },
    path,
    read: (body) => decrypt(body, pair, auth),
  };
}

/** RFC 8188 section 2.1 and RFC 8291 section 3.4: salt, record size, sender's key, one record. */
function decrypt(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);

  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}
