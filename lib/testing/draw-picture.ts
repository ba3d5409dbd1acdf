import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** A PNG of one color that any program shows. `padding` bytes of text make it as large as a test wants. */
export function drawPng({ width = 8, height = 8, padding = 0 } = {}): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit of gray for each pixel.
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const text = Buffer.from(`note\0${randomBytes(padding).toString("hex").slice(0, padding)}`);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    ...(padding > 0 ? [chunk("tEXt", text)] : []),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngUri(picture = drawPng()): string {
  return `data:image/png;base64,${picture.toString("base64")}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
