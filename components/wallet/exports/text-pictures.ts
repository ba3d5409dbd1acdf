import type { Look } from "#components/wallet/lay-out-picture.ts";
import { baselineOf, faces } from "./pdf-letters.ts";
import type { Logo } from "./pdf-pages.ts";

/** Draws what the fonts of the file do not have: other scripts, emoji, and pictures in other formats. */
export type TextPictures = {
  /** In CSS pixels. */
  measure(text: string, look: Look): number;
  /** A data URI of a JPEG picture as wide as the text and as high as `rowHeight`. */
  draw(text: string, drawn: { look: Look; color: string; rowHeight: number }): string;
  /** Undefined for a picture that the browser does not show. */
  readLogo(uri: string): Promise<Logo | undefined>;
};

/** Sharp on paper. */
const SCALE = 4;

/** By the fonts of this device. Undefined in a browser that does not let pages draw. */
export function createTextPictures(): TextPictures | undefined {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context || !readsBack(context)) return undefined;

  const fontOf = (look: Look) =>
    `${faces[look].weight} ${faces[look].size}px "Geist Mono Variable", ui-monospace, monospace`;
  const measure = (text: string, look: Look) => {
    context.font = fontOf(look);
    return Math.ceil(context.measureText(text).width);
  };
  return {
    measure,
    draw(text, { color, look, rowHeight }) {
      clear(measure(text, look), rowHeight, SCALE);
      context.font = fontOf(look);
      context.fillStyle = color;
      context.textBaseline = "alphabetic";
      context.fillText(text, 0, baselineOf(look, rowHeight));
      return canvas.toDataURL("image/jpeg", 0.95);
    },
    async readLogo(uri) {
      const image = new Image();
      image.src = uri;
      if (
        !(await image.decode().then(
          () => true,
          () => false,
        ))
      )
        return undefined;
      const { naturalHeight: height, naturalWidth: width } = image;
      clear(width, height, 1);
      context.drawImage(image, 0, 0);
      return { uri: canvas.toDataURL("image/jpeg", 0.95), width, height };
    },
  };

  /** White as the page: JPEG has nothing to see through. */
  function clear(width: number, height: number, scale: number): void {
    if (!context) return;
    canvas.width = Math.max(width, 1) * scale;
    canvas.height = height * scale;
    context.scale(scale, scale);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
  }
}

/** Browsers that guard against fingerprints return noise instead of what was drawn. */
function readsBack(context: CanvasRenderingContext2D): boolean {
  const { canvas } = context;
  [canvas.width, canvas.height] = [8, 8];
  context.fillStyle = "#23201a";
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, at) => value === [0x23, 0x20, 0x1a, 0xff][at % 4]);
}
