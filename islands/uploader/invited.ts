import { updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import { api } from '../runtime/api.ts';
import type { UploadQueue } from './core/queue.ts';

/** Who opened their own invitation. */
export interface Invited {
  /** Of the guest. */
  id: string;
  key: string;
  name: string;
  /** Null if unknown. */
  email: string | null;
}

/**
 * Fills in the guest's name and address, and reports that a person opened the invitation and how sending goes. Link
 * previews run no scripts, so they open nothing. Returns a function that stops.
 */
export function followInvited(queue: UploadQueue, { id, key, name, email }: Invited): () => void {
  let told = '';
  const tell = (body: { opened: true } | { progress: 'started' | 'failed' }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // The next change or visit reports it again.
    api.call(updateRsvp, { params: { id }, query: { i: key }, body: { ...body, timeZone } }).catch(() => undefined);
  };
  const look = () => {
    const own = queue.view().items.filter(({ invitation, phase }) => invitation === key && phase !== 'in');
    const now = own.some(({ phase }) => phase === 'failed') ? 'failed' : own.length > 0 ? 'started' : '';
    if (now !== '' && now !== told) tell({ progress: now });
    told = now;
  };
  const open = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', open);
    tell({ opened: true });
  };
  if (queue.view().contributor.name !== name) queue.setContributor({ name, email: email ?? '' });
  document.addEventListener('visibilitychange', open);
  open();
  look();
  const stop = queue.subscribe(look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', open);
  };
}
