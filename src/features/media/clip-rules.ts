import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { type SeenEvent, seeEvent } from '../events/events.access.ts';
import {
  type OwnMedia,
  requireMediaCreator,
  requireMediaOwner,
  requireMediaRemover,
  requireReceipt,
} from './own-clip.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}
interface WithReceipt extends ById {
  query: { receipt?: string | undefined };
}
/** The clip, its event, and in which part the viewer has it. */
interface WithClip {
  own: OwnMedia;
}

/** Whoever may see the event that a new clip is for. */
export const contributor: AccessRule<'anyone', { body: { event: string }; viewer: Viewer }, SeenEvent> = {
  word: 'anyone',
  load: ({ body, viewer }) => seeEvent(body.event, viewer),
};

/** The creator of a clip's event. */
export const clipCreator: AccessRule<'event-creator', ById, WithClip> = {
  word: 'event-creator',
  load: async ({ params, viewer }) => ({ own: await requireMediaCreator(params.id, viewer) }),
};

/** Whoever presents a clip's receipt or keeps it in their account, and the creator of its event. */
export const clipOwner: AccessRule<'receipt', WithReceipt, WithClip> = {
  word: 'receipt',
  load: async ({ params, query, viewer }) => ({ own: await requireMediaOwner(params.id, query.receipt, viewer) }),
};

/** The same, and a recipient for their own thank-you. */
export const clipRemover: AccessRule<'receipt', WithReceipt, WithClip> = {
  word: 'receipt',
  load: async ({ params, query, viewer }) => ({ own: await requireMediaRemover(params.id, query.receipt, viewer) }),
};

/** Whoever presents the receipt key in the address. */
export const receiptHolder: AccessRule<'receipt', { params: { key: string } }, WithClip> = {
  word: 'receipt',
  load: async ({ params }) => ({ own: await requireReceipt(params.key) }),
};
