const READ_WITHIN_MS = 40_000;

/** Hands a file to the browser's downloads; it never leaves the device. */
export function saveFile({ fileName, file }: { fileName: string; file: Blob }): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari on a phone asks first, and reads the file after the answer.
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
