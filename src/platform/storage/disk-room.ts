import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

const GB = 1024 ** 3;
/** When a client may ask again, in seconds. */
const RETRY_AFTER = 60;

/** Free space of the disk that holds all local data, compared with what has to stay free there. */
export interface DiskRoom {
  /** Bytes that uploads may still take; 0 or less while they have to stop. */
  forUploads(): Promise<number>;
  /** Whether clips may be added and films made. They may use half of what uploads leave; the rest is the database's. */
  hasForWork(): Promise<boolean>;
  /** Throws PROVIDER_DOWN unless `hasForWork`. `what` completes "We have no room for ... right now". */
  requireForWork(what: string): Promise<void>;
}

export function diskRoom(config: Pick<Config, 'varDir' | 'diskReserve'>): DiskRoom {
  async function look(): Promise<{ free: number; reserve: number }> {
    const { bavail, blocks, bsize } = await statfs(config.varDir);
    return { free: bavail * bsize, reserve: config.diskReserve ?? usualReserve(blocks * bsize) };
  }
  async function hasForWork(): Promise<boolean> {
    const { free, reserve } = await look();
    return free > reserve / 2;
  }
  return {
    async forUploads() {
      const { free, reserve } = await look();
      return free - reserve;
    },
    hasForWork,
    async requireForWork(what) {
      if (!(await hasForWork())) throw noRoom(what);
    },
  };
}

/** The refusal while the disk is nearly full. `what` completes "We have no room for ... right now". */
export function noRoom(what: string): AppError {
  return new AppError('PROVIDER_DOWN', {
    message: `We have no room for ${what} right now. What you sent before is safe. Please try again in a few minutes.`,
    details: { retryAfter: RETRY_AFTER },
  });
}

/** 5 % of the disk and at least 2 GB; of a disk below 8 GB a quarter, so that uploads have a share of it. */
function usualReserve(total: number): number {
  return Math.max(total * 0.05, Math.min(2 * GB, total / 4));
}
