import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEventOf } from '../events/event-rules.access.ts';
import { type OwnMedia, requireClip, requireReceipt, requireRemovable } from './own-clip.ts';

interface ById {
  params: { id: string };
  query?: { receipt?: string | undefined } | undefined;
  viewer: Viewer;
}
/** The clip, its event, and what the viewer is to it. */
interface WithClip {
  own: OwnMedia;
}

/** Whoever may add a clip to the event that a body names. */
export const contributor = atEventOf<'clip.add', { body: { event: string }; viewer: Viewer }>(
  'clip.add',
  ({ body }) => body.event,
);

/** Who may, by the receipt in the query, a contribution in their account, or their roles at the clip's event. */
export function atClip<P extends Permission>(permission: P): AccessRule<P, ById, WithClip> {
  return { word: permission, load: async (input) => ({ own: await requireClip(permission, askedClip(input)) }) };
}

/** Who may take the clip out; a recipient their own thank-you. */
export const clipRemover: AccessRule<'clip.remove', ById, WithClip> = {
  word: 'clip.remove',
  load: async (input) => ({ own: await requireRemovable(askedClip(input)) }),
};

function askedClip({ params, query, viewer }: ById) {
  return { id: params.id, receiptKey: query?.receipt, viewer };
}

/** Whoever presents the receipt key in the address, for what the table gives a contributor. */
export function atReceipt<P extends Permission>(permission: P): AccessRule<P, { params: { key: string } }, WithClip> {
  return { word: permission, load: async ({ params }) => ({ own: await requireReceipt(params.key) }) };
}
