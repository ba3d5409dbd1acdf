/** Hands a file to the browser's downloads; it never leaves the device. */
export function saveFile({ fileName, file }: { fileName: string; file: Blob }): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
