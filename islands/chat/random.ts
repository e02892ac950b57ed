/** 128 random bits in base64url, as the server takes them for a token. */
export function newToken(): string {
  return btoa(String.fromCharCode(...randomBytes()))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** A random uuid; `crypto.randomUUID` is not there on older phones and without TLS. */
export function newUuid(): string {
  const bytes = randomBytes();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}
