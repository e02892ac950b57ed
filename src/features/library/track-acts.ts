import type { Track } from '../../shared/contracts/tracks.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { recordAudit } from '../audit/audit.service.ts';

/** Records what staff did with music that everybody may choose. */
export async function recordTrackAct(
  verb: 'added' | 'changed' | 'removed',
  { id, title, isPublic }: Track,
  { user, ip }: Viewer,
  before?: { title: string },
): Promise<void> {
  if (!isPublic) return;
  await recordAudit({
    actorId: user?.id ?? null,
    subjectId: null,
    action: `track.${verb}`,
    ip,
    details: { track: id, ...(before && { before: before.title }), after: title },
  });
}
