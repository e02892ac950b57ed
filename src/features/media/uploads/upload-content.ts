import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { AppError } from '../../../platform/errors.ts';
import { createFairGate } from '../../../platform/fair-gate.ts';
import { judgeFile } from '../../../shared/file-limits.ts';
import { identify } from '../prepare/identify.ts';
import type { SourceFacts } from '../prepare/source-facts.ts';

const READ = 256 * 1024;
/** Time limit for probing a file in a web process, in milliseconds; clients wait 45 s. */
const LOOK_LIMIT = 30_000;
/** Files of two visitors are probed in parallel; others queue. */
const looks = createFairGate({ places: 2, patience: 10_000, waitingPerKey: 20 });

/** SHA-256 of a file in hex, read through a small buffer. */
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
 * Identifies a file by content, as thoroughly as the preparation, so that an unusable file is refused while its sender
 * is present. Throws WRONG_TYPE, UNREADABLE_MEDIA, TOO_LARGE for the limit of its actual kind; PROVIDER_DOWN on
 * timeout. Visitors (`claim.visitor`) take turns.
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
