import type { Request } from 'express';
import { GuestbookPage, type GuestbookPageProps, guestbookHead } from '../../views/guestbook.page.tsx';
import { isEmbargoed, isKeyHolder } from '../features/events/embargo.service.ts';
import type { SeenEvent } from '../features/events/events.access.ts';
import type { EventRecord } from '../features/events/find-events.service.ts';
import { atGuestbook } from '../features/guestbook/guestbook.access.ts';
import {
  type GuestbookPage as GuestbookPageOfLines,
  guestbookKeysOf,
  listGuestbook,
} from '../features/guestbook/guestbook.service.ts';
import { browserSecret } from '../features/media/contributor-identity.service.ts';
import { kindOfKey } from '../shared/keys.ts';
import { recordOf } from '../shared/known-values.ts';
import { GUESTBOOK } from '../shared/limits.ts';
import { OCCASIONS } from '../shared/occasions.ts';
import { may } from '../shared/permissions.ts';
import { QUIET_REACTIONS, REACTIONS } from '../shared/reactions.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

/** `/e/REF/guestbook`: by a key of the gift, a receipt or a role. */
export const guestbookPages: readonly PageRoute[] = [
  pageRoute(
    '/e/:ref/guestbook',
    atGuestbook('guestbook.read'),
    async ({ event, roles, role, params, query, viewer, req }) => {
      const ref = params.ref ?? '';
      const receipt = kindOfKey(query.receipt) === 'receipt' ? (query.receipt ?? null) : null;
      const isQuiet = OCCASIONS[event.occasion].tone === 'quiet';
      const note = query.reported === undefined ? null : 'Thank you. We’ll look at it.';
      const book = await bookFor({ event, roles, role }, { ref, receipt, viewer, req, cursor: query.cursor, note });
      const props = {
        site: siteAtEvent(viewer, role),
        book,
        back: backTo(ref, receipt, may(roles, 'film.watch')),
        isQuiet,
        report: may(roles, 'event.report') ? { eventRef: ref, isDone: false } : null,
      };
      return page({ view: GuestbookPage, props, head: guestbookHead(event.occasion) });
    },
  ),
];

interface Reader {
  /** What names the event in the page’s address. */
  ref: string;
  receipt?: string | null;
  viewer: Viewer;
  req: Request;
  cursor?: string | undefined;
  note?: string | null;
}

const NO_LINES: GuestbookPageOfLines = {
  entries: [],
  meta: { total: 0, nextCursor: null, reactions: recordOf(REACTIONS, () => 0) },
};

/** The newest lines of a guestbook, for its island; none of a gift that is still closed to its reader. */
export async function bookFor(
  { event, roles, role }: SeenEvent,
  { ref, receipt = null, viewer, req, cursor, note = null }: Reader,
): Promise<GuestbookPageProps['book']> {
  const own = guestbookKeysOf({ event, role, viewer, browser: browserSecret(req) });
  const isOpen = !(isKeyHolder(role) && isEmbargoed(event));
  const page = { cursor, limit: GUESTBOOK.shown };
  const { entries, meta } = isOpen ? await listGuestbook({ event, roles }, page, own) : NO_LINES;
  return {
    eventRef: ref,
    receipt,
    entries,
    total: meta.total,
    nextCursor: meta.nextCursor,
    reactions: meta.reactions,
    offered: OCCASIONS[event.occasion].tone === 'quiet' ? QUIET_REACTIONS : REACTIONS,
    mayHide: may(roles, 'guestbook.hide'),
    mayWrite: may(roles, 'guestbook.write'),
    name: nameFor(event, roles.includes('recipient'), viewer.user?.firstName ?? ''),
    note,
    now: Date.now(),
    timeZone: event.timeZone,
  };
}

/** Several recipients share a key, so only one is known by name. */
function nameFor({ recipients }: EventRecord, isRecipient: boolean, own: string): string {
  if (!isRecipient) return own;
  return recipients.length === 1 ? (recipients[0]?.firstName ?? '') : '';
}

function backTo(ref: string, receipt: string | null, mayWatch: boolean): { href: string; label: string } {
  if (receipt && !mayWatch) return { href: `/e/${ref}/receipt/${receipt}`, label: 'Your clip' };
  return { href: `/e/${ref}`, label: kindOfKey(ref) === 'uuid' ? 'The studio' : 'The film' };
}
