import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

const GB = 1024 ** 3;
/** Seconds after which clients should retry. */
const RETRY_AFTER = 60;

/** Free space of the disk with all local data, relative to the reserve. */
export interface DiskRoom {
  /** Bytes available to uploads; 0 or less when they are refused. */
  forUploads(): Promise<number>;
  /** Whether clips and films can be made. They may use half of what uploads may; the rest is for the database. */
  hasForWork(): Promise<boolean>;
  /** Bytes of the disk; full once uploads are refused. */
  use(): Promise<{ used: number; total: number; isFull: boolean }>;
  /** Throws PROVIDER_DOWN unless `hasForWork`. `what` completes "We have no room for ... right now". */
  requireForWork(what: string): Promise<void>;
}

export function diskRoom(config: Pick<Config, 'varDir' | 'diskReserve'>): DiskRoom {
  async function look(): Promise<{ free: number; reserve: number; total: number }> {
    const { bavail, blocks, bsize } = await statfs(config.varDir);
    const total = blocks * bsize;
    return { free: bavail * bsize, reserve: config.diskReserve ?? usualReserve(total), total };
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
    async use() {
      const { free, reserve, total } = await look();
      return { used: total - free, total, isFull: free <= reserve };
    },
    async requireForWork(what) {
      if (!(await hasForWork())) throw noRoom(what);
    },
  };
}

/** Error while the disk is nearly full. `what` completes "We have no room for ... right now". */
export function noRoom(what: string): AppError {
  return new AppError('PROVIDER_DOWN', {
    message: `We have no room for ${what} right now. What you sent before is safe. Please try again in a few minutes.`,
    details: { retryAfter: RETRY_AFTER },
  });
}

/** 5 % of the disk and at least 2 GB; a quarter of a disk below 8 GB, so that some is left for uploads. */
function usualReserve(total: number): number {
  return Math.max(total * 0.05, Math.min(2 * GB, total / 4));
}
