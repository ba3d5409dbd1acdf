/** Of a logo on receipts. */
export const MAX_LOGO_BYTES = 24 * 1024;
export const MAX_LOGO_PIXELS = 512;

/** Formats that cannot run a script or load anything, which leaves SVG out. */
export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;

type LogoType = (typeof logoTypes)[number];
type Picture = { type: LogoType; width: number; height: number };

/** A valid data URI, or the reason why it is not, to follow the name of a field. */
export type LogoCheck = { state: "valid"; uri: string } | { state: "refused"; reason: string };

/** Judges a picture by its bytes, whatever its name says. Its pixels are not decoded. */
export function checkLogo(bytes: Uint8Array): LogoCheck {
  if (bytes.length > MAX_LOGO_BYTES) {
    return refuse(`must be at most ${MAX_LOGO_BYTES / 1024} KB`);
  }
  const picture = readPicture(bytes);
  if (!picture) return refuse("must be a PNG, JPEG, or WebP picture");
  const { type, width, height } = picture;
  if (width > MAX_LOGO_PIXELS || height > MAX_LOGO_PIXELS) {
    return refuse(`must be at most ${MAX_LOGO_PIXELS} by ${MAX_LOGO_PIXELS} pixels`);
  }
  return { state: "valid", uri: `data:${type};base64,${btoa(String.fromCharCode(...bytes))}` };
}

const prefix = /^data:image\/[a-z+.-]+;base64,/;
const LONGEST_URI = 64 + Math.ceil(MAX_LOGO_BYTES / 3) * 4;

/** The same for a picture that arrives as a data URI; its type has to be the one of its bytes. */
export function checkLogoUri(uri: string): LogoCheck {
  if (!prefix.test(uri)) return refuse("must be a data URI of a picture in base64");
  if (uri.length > LONGEST_URI) return refuse(`must be at most ${MAX_LOGO_BYTES / 1024} KB`);

  const check = checkLogo(decodeBase64(uri.replace(prefix, "")));
  if (check.state === "valid" && check.uri !== uri) {
    return refuse("must name the type of the picture and be plain base64");
  }
  return check;
}

function refuse(reason: string): LogoCheck {
  return { state: "refused", reason };
}

/** Anything but base64 gives no bytes. */
function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function readPicture(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const picture = readPng(view) ?? readJpeg(view) ?? readWebp(view);
    return picture && picture.width > 0 && picture.height > 0 ? picture : undefined;
  } catch (error) {
    // The picture ends within its header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** W3C PNG, sections 5.2 and 11.2.1: the header is the first chunk. */
function readPng(view: DataView): Picture | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  if (textAt(view, 12) !== "IHDR") return undefined;
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/** ITU T.81, annex B: segments follow each other up to the frame header, which has the size. */
function readJpeg(view: DataView): Picture | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    // A marker may be padded with bytes of 0xff.
    while (view.getUint16(at) === 0xffff) at += 1;
    const marker = view.getUint16(at);
    if (isFrameHeader(marker)) {
      return { type: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    if (marker < 0xffc0 || marker === START_OF_SCAN) return undefined;
  }
}

const START_OF_SCAN = 0xffda;

/** SOF0 to SOF15 without DHT, JPG, and DAC, which are in the same range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
}

/** RFC 9649 section 2: the first chunk says how the size is written. */
function readWebp(view: DataView): Picture | undefined {
  if (textAt(view, 0) !== "RIFF" || textAt(view, 8) !== "WEBP") return undefined;
  const size = webpSize(view);
  return size && { type: "image/webp", ...size };
}

function webpSize(view: DataView): Omit<Picture, "type"> | undefined {
  switch (textAt(view, 12)) {
    case "VP8 ": {
      const [width, height] = [view.getUint16(26, true), view.getUint16(28, true)];
      return { width: width & 0x3fff, height: height & 0x3fff };
    }
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8X": {
      const [width, height] = [view.getUint32(24, true), view.getUint32(26, true) >>> 8];
      return { width: (width & 0xffffff) + 1, height: (height >>> 0) + 1 };
    }
    default:
      return undefined;
  }
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)));
}
