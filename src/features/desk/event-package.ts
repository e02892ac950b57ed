import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { platform } from '../../platform/platform.ts';
import { openZip, type ZipStream } from '../../platform/storage/zip-stream.ts';
import { requireAudit } from '../audit/audit.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { DeskActor } from '../support/moderation.service.ts';
import { type PackageFile, packageFiles } from './package-files.ts';

/**
 * Sends everything of an event as a ZIP, once that is in the audit log. One file after the other goes from the store
 * into the answer, so that the size of an event does not matter; what is gone from the store is left out.
 */
export async function sendPackage(event: EventRecord, staff: DeskActor, res: Response): Promise<void> {
  await requireAudit({
    actorId: staff.id,
    subjectId: event.creatorId,
    eventId: event.id,
    action: 'event.packaged',
    ip: staff.ip,
  });
  res.setHeader('Content-Disposition', `attachment; filename="vidday-${event.uuid.slice(0, 8)}.zip"`);
  res.type('application/zip');
  const zip = openZip();
  const filling = fill(zip, event);
  filling.catch((error: Error) => zip.fail(error));
  try {
    await pipeline(zip.output, res);
    await filling;
  } catch (error) {
    // The browser went away, or a file broke off: the connection ends without the end of the archive.
    platform().log.warn({ err: error, eventId: event.id }, 'a package of an event was not sent whole');
    res.destroy();
  }
}

async function fill(zip: ZipStream, event: EventRecord): Promise<void> {
  const sums: string[] = [];
  for await (const file of packageFiles(event)) {
    const sum = await add(zip, file);
    if (sum !== null) sums.push(`${sum}  ${file.path}\n`);
  }
  await zip.add('SHA256SUMS', Buffer.from(sums.join('')), { compress: true });
  zip.end();
}

/** Answers the SHA-256 in hexadecimal; null for a file that the store has no more. */
async function add(zip: ZipStream, file: PackageFile): Promise<string | null> {
  const hash = createHash('sha256');
  const onPiece = (piece: Buffer) => void hash.update(piece);
  if ('content' in file) {
    await zip.add(file.path, Buffer.from(`${JSON.stringify(file.content, null, 2)}\n`), { compress: true, onPiece });
    return hash.digest('hex');
  }
  const { store } = platform();
  const stored = await store.stat(file.key);
  if (!stored) return null;
  await zip.add(file.path, await store.read(file.key), { bytes: stored.bytes, onPiece });
  return hash.digest('hex');
}
