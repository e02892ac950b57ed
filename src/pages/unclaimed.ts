import type { Request } from 'express';
import type { UnclaimedFacts } from '../../views/dashboard/unclaimed.tsx';
import { listUnclaimed } from '../features/events/unclaimed-events.service.ts';
import type { Viewer } from '../shared/viewer.ts';

const NOTHING: UnclaimedFacts = { titles: [], clips: 0, isPutAway: false, email: '' };

/** Unclaimed events prepared in this browser; none during impersonation. */
export async function unclaimedIn(viewer: Viewer, { session }: Pick<Request, 'session'>): Promise<UnclaimedFacts> {
  if (!viewer.user || viewer.isImpersonated) return NOTHING;
  const { putAwayEventIds = [], hidesPutAway } = session;
  const [prepared, putAway] = await Promise.all([
    listUnclaimed(viewer.preparedEventIds),
    hidesPutAway ? [] : listUnclaimed(putAwayEventIds),
  ]);
  return {
    titles: prepared.map(({ title }) => title),
    clips: viewer.contributedMediaIds?.length ?? 0,
    isPutAway: putAway.length > 0,
    email: viewer.user.email,
  };
}
