import { areStillKept } from '../media/clips-to-keep.service.ts';
import type { StoredKeepsake } from './keepsake.model.ts';

/** Whether all clips in an archive may still be seen; not known of one whose clips were not noted. */
export async function mayBeHandedOut({ clipIds }: StoredKeepsake): Promise<boolean> {
  return clipIds ? areStillKept(clipIds) : false;
}
