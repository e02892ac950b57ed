import sharp from 'sharp';
import type { SignedInUser } from './user.ts';

export type Sender = Pick<SignedInUser, 'fetch' | 'user'>;

/** Sends a person's own picture. */
export function sendPicture({ fetch: send, user }: Sender, bytes: Buffer): Promise<Response> {
  return send(`/api/v2/user-profiles/${user.id}/picture`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  });
}

/** A small photo that lies on its side, with the place where it was taken if wanted. */
export async function photo({ withPlace = false } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const drawn = sharp({ create: { width: 320, height: 200, channels: 3, background: '#c98', noise } });
  const exif = { IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } };
  return (withPlace ? drawn.withExif(exif).withMetadata({ orientation: 6 }) : drawn).jpeg().toBuffer();
}
