import type { Connection } from 'mongoose';
import sharp from 'sharp';
import { platform } from '../../src/platform/platform.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { giveText } from './giving.ts';
import { newVisitor } from './user.ts';

/** Red above, blue below: a crop shows at once. */
export async function twoColours(width: number, height: number): Promise<Buffer> {
  const red = await sharp({ create: { width, height: Math.round(height / 2), channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#2040c0' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A clip as a prepared photo has it, without preparing one. */
export async function photoClip(
  { origin, connection }: { origin: string; connection: Connection },
  event: Pick<Event, 'id' | 'uuid'>,
  picture: Buffer,
): Promise<Media & { receiptKey: string }> {
  const { media, receiptKey } = await giveText(newVisitor(origin), event, `A photo ${Math.random()}`);
  const originalKey = `originals/${event.id}/${media.id}`;
  await platform().store.write(originalKey, picture);
  const folder = `prepared/${event.id}/${media.id}`;
  await platform().store.write(`${folder}/poster.jpg`, await sharp(picture).resize(480, 270).jpeg().toBuffer());
  const prepared = { segmentKey: 'a'.repeat(40), folder, frames: 120 };
  const set = { prepared, kind: 'photo', status: 'ready', text: null, originalKey, originalState: 'clean' };
  // A worker that prepares the clip now must not replace this.
  const change = { $set: set, $inc: { generation: 1 } };
  await connection.collection('media').updateOne({ _id: new connection.base.mongo.ObjectId(media.id) }, change);
  return { ...media, receiptKey };
}
