/** Key in `localStorage` for a recipient's thank-you video on its way. */
const KEPT = 'vd.thankYouUpload';

/** An upload that has begun, without the gift's key. */
export interface KeptUpload {
  /** Which file it is: a page can't keep the file itself. */
  file: string;
  url: string;
  /** Secret that goes on with it. */
  owner: string;
}

/** The upload of a file, if this browser began it; without a file, the latest of any. */
export function keptUpload(file?: File): KeptUpload | null {
  try {
    const kept: Partial<KeptUpload> = Object(JSON.parse(localStorage.getItem(KEPT) ?? 'null'));
    const { file: name, url, owner } = kept;
    if (typeof name !== 'string' || typeof url !== 'string' || typeof owner !== 'string') return null;
    return file && name !== markOf(file) ? null : { file: name, url, owner };
  } catch {
    return null;
  }
}

export function keepUpload(file: File, upload: Omit<KeptUpload, 'file'>): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ file: markOf(file), ...upload }));
  } catch {
    // Storage is full or blocked: it can be resumed while the page is open.
  }
}

export function forgetUpload(): void {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // Storage is blocked, so there is nothing.
  }
}

function markOf({ name, size, lastModified }: File): string {
  return [name, size, lastModified].join('/');
}
