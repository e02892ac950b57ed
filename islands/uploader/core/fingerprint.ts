const SAMPLE = 64 * 1024;

/**
 * Identifies a file by name, size, time and a hash of its beginning, middle and end. Hashing the whole would take a
 * phone minutes; the server compares whole files.
 */
export async function fingerprintOf(file: Blob & { name?: string; lastModified?: number }): Promise<string> {
  const middle = Math.max(0, Math.floor(file.size / 2) - SAMPLE / 2);
  const parts = [
    file.slice(0, SAMPLE),
    file.slice(middle, middle + SAMPLE),
    file.slice(Math.max(0, file.size - SAMPLE)),
  ];
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return [file.name ?? '', file.size, file.lastModified ?? 0, hash(bytes)].join('|');
}

/** FNV-1a with 53 bits: `crypto.subtle` is missing on plain http, as in a local network. */
function hash(bytes: Uint8Array): string {
  let low = 0x811c9dc5;
  let high = 0x1000193;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193) >>> 0;
    high = Math.imul(high ^ byte ^ (low >>> 24), 0x85ebca6b) >>> 0;
  }
  return low.toString(36) + high.toString(36);
}
