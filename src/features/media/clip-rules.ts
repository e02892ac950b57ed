import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEventOf, noSuchEvent, refersTo } from '../events/events.service.ts';
import { type OwnMedia, requireClip, requireReceipt, requireRemovable } from './media.access.ts';

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

/** The same for a page that also names the event of the clip. */
export const receiptPage: AccessRule<
  'receipt.read',
  { params: { ref?: string; key?: string }; viewer: Viewer },
  WithClip
> = {
  word: 'receipt.read',
  async load({ params: { ref = '', key = '' }, viewer }) {
    const own = await requireReceipt(key);
    if (!refersTo(own.event, ref, viewer)) throw noSuchEvent();
    return { own };
  },
};
