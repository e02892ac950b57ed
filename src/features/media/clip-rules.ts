import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEventOf } from '../events/event-rules.access.ts';
import { type OwnMedia, requireClip, requireLatest, requireRemovable } from './own-clip.ts';

interface ById {
  params: { id: string };
  query?: { receipt?: string | undefined } | undefined;
  viewer: Viewer;
}
/** The clip, its event, and the viewer's roles. */
interface WithClip {
  own: OwnMedia;
}

/** Permission to add a clip to the event in the body. */
export const contributor = atEventOf<'clip.add', { body: { event: string }; viewer: Viewer }>(
  'clip.add',
  ({ body }) => body.event,
);

/** Permission at a clip: by receipt in the query, contribution in the account, or roles at its event. */
export function atClip<P extends Permission>(permission: P): AccessRule<P, ById, WithClip> {
  return { word: permission, load: async (input) => ({ own: await requireClip(permission, askedClip(input)) }) };
}

/** Permission to remove a clip; recipients may remove their own thank-you. */
export const clipRemover: AccessRule<'clip.remove', ById, WithClip> = {
  word: 'clip.remove',
  load: async (input) => ({ own: await requireRemovable(askedClip(input)) }),
};

function askedClip({ params, query, viewer }: ById) {
  return { id: params.id, receiptKey: query?.receipt, viewer };
}

/** Holders of the receipt key in the URL, at their latest clip, with a contributor's permissions. */
export function atReceipt<P extends Permission>(permission: P): AccessRule<P, { params: { key: string } }, WithClip> {
  return { word: permission, load: async ({ params }) => ({ own: await requireLatest(params.key) }) };
}
