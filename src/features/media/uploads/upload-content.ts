import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { AppError } from '../../../platform/errors.ts';
import { createFairGate } from '../../../platform/fair-gate.ts';
import { judgeFile } from '../../../shared/file-limits.ts';
import { identify } from '../prepare/identify.ts';
import type { SourceFacts } from '../prepare/source-facts.ts';

const READ = 256 * 1024;
/** How long a file is looked at in a web process, in milliseconds: the client waits 45 s for the answer. */
const LOOK_LIMIT = 30_000;
/** Files of a few visitors are looked at side by side; the others wait their turn. */
const looks = createFairGate({ places: 2, patience: 10_000, waitingPerKey: 20 });

/** The hash of a file's bytes, hexadecimal. Read through one small buffer, so that a film of 2 GB costs no memory. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ);
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, READ, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/**
 * What a file is by its content, whatever its name says: looked into as deeply as the preparation would, so that a file
 * that could never be shown is refused while the person who sent it is still there.
 * Throws WRONG_TYPE, UNREADABLE_MEDIA, and TOO_LARGE for what exceeds the limit of its true kind; PROVIDER_DOWN when it
 * could not be looked at in time. Visitors, told apart by `claim.visitor`, take turns.
 */
export async function judgeContent(
  path: string,
  claim: { filename: string; size: number; visitor: string },
): Promise<SourceFacts> {
  const facts = await looks.run(claim.visitor, () => identifySoon(path));
  const { kind, mime } = facts;
  const { refusal } = judgeFile({ name: claim.filename, size: claim.size, type: mime }, kind);
  if (refusal) throw new AppError(refusal.code, { message: refusal.message });
  return facts;
}

async function identifySoon(path: string): Promise<SourceFacts> {
  const limit = AbortSignal.timeout(LOOK_LIMIT);
  try {
    return await identify(path, { signal: limit });
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new AppError('PROVIDER_DOWN', {
      message: 'Looking at this file takes longer than usual. It is safe. Please try again in a minute.',
      details: { retryAfter: 60 },
      cause: error,
    });
  }
}
