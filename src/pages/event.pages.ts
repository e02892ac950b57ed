import type { Request } from 'express';
import { ContributePage, contributeHead } from '../../views/contribute.page.tsx';
import { GiftPage, type GiftPageProps, giftHead, WaitingPage } from '../../views/gift.page.tsx';
import { ReceiptPage, receiptHead } from '../../views/receipt.page.tsx';
import { StudioPage, studioHead } from '../../views/studio.page.tsx';
import { noSuchEvent, seeEvent, viewEventPage } from '../features/events/events.service.ts';
import { filmDownloadUrl, filmPeople, latestRender, listFilms } from '../features/films/films.service.ts';
import { previewOf } from '../features/films/preview.service.ts';
import { listThanks, thanksForClip } from '../features/films/thanks/thanks.service.ts';
import { listTracks } from '../features/library/library.service.ts';
import { browserSecret, canMailReceipts, viewReceipt } from '../features/media/media.service.ts';
import { readCookie } from '../platform/http/cookies.ts';
import { platform } from '../platform/platform.ts';
import { qrCodeOf } from '../platform/qr-code.ts';
import type { Event } from '../shared/contracts/events.ts';
import { listNames, someNames } from '../shared/format.ts';
import { invitationFor } from '../shared/invitation-words.ts';
import { kindOfKey, UNWRAPPED_COOKIE } from '../shared/keys.ts';
import { WITHDRAWAL_UNDO } from '../shared/limits.ts';
import { OCCASIONS } from '../shared/occasions.ts';
import type { Viewer } from '../shared/viewer.ts';
import type { PageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** `/e/...`: what stands there is decided by the reference in the address and by who opens it. */
export const eventPages: readonly PageRoute[] = [
  {
    path: '/e/:ref',
    access: 'event-viewer',
    async load({ params, query, viewer, req }) {
      const ref = params.ref ?? '';
      const isPreview = query.preview !== undefined;
      const { event, stored, shownAs, isMaker } = await viewEventPage(ref, viewer, isPreview);
      const report = { eventRef: ref, isDone: query.reported !== undefined };
      switch (shownAs) {
        case 'creator':
          return studioPage(event, viewer, query.session_id !== undefined);
        case 'recipient':
          return giftPage(event, viewer, isMaker ? null : report, {
            openKey: ref,
            isWrapped:
              query.wrapped !== undefined ||
              (query.open === undefined && !(stored.openedAt !== null && wasUnwrappedHere(event, req))),
            ref,
            isPreview: isPreview && isMaker,
          });
        case 'viewOnly':
          return giftPage(event, viewer, isMaker ? null : report, {
            openKey: null,
            isWrapped: false,
            ref,
            isPreview: isPreview && isMaker,
          });
        case 'public': {
          browserSecret(req);
          const canMail = await canMailReceipts(stored);
          return page({
            view: ContributePage,
            props: { site: siteOf(viewer), event, canMail, now: Date.now(), replaces: receiptIn(query), report },
            head: contributeHead(event),
          });
        }
      }
    },
  },
  {
    path: '/e/:ref/receipt/:key',
    access: 'receipt',
    async load({ params, viewer }) {
      const { receipt, event, canChange, standing, undoUntil } = await viewReceipt(params.key ?? '');
      const named = await seeEvent(params.ref ?? '', viewer);
      if (String(named.event._id) !== receipt.media.eventId) throw noSuchEvent();
      const recipientNames = event.recipients.map((each) => each.firstName);
      return page({
        view: ReceiptPage,
        props: {
          site: siteOf(viewer),
          receipt,
          eventUrl: `/e/${event.uuid}`,
          recipientNames,
          canChange,
          canMail: await canMailReceipts(named.event),
          standing,
          undoUntil,
          thanks: {
            thanks: await thanksForClip(receipt.media.eventId, receipt.media.id),
            from: recipientNames,
            isQuiet: OCCASIONS[event.occasion].tone === 'quiet',
            isOwn: true,
          },
          undoFor: WITHDRAWAL_UNDO,
        },
        head: receiptHead(event.occasion),
      });
    },
  },
];

/** The receipt in `?replaces=`, where there is one. */
function receiptIn(query: Record<string, string>): string | null {
  return kindOfKey(query.replaces) === 'receipt' ? (query.replaces ?? null) : null;
}

/** Whether this is a second visit. Where several people share a gift, each unwraps it in their own browser. */
function wasUnwrappedHere({ recipients }: Event, req: Request): boolean {
  return recipients.length === 1 || readCookie(req, UNWRAPPED_COOKIE) !== '';
}

async function studioPage(event: Event, viewer: Viewer, wasPaid: boolean): Promise<AnyPage> {
  const [preview, render, films] = await Promise.all([
    previewOf(event.id, viewer),
    latestRender(event.id),
    listFilms(event.id),
  ]);
  const { appOrigin } = platform().config;
  const inviteUrl = `${appOrigin}/e/${event.uuid}`;
  const studio = {
    event,
    preview,
    render,
    films,
    tracks: [...listTracks()],
    inviteUrl,
    inviteText: invitationFor(
      event.occasion,
      event.recipients.map((each) => each.firstName),
    ),
    inviteCode: `data:image/svg+xml,${encodeURIComponent(await qrCodeOf(inviteUrl))}`,
    recipientUrl: `${appOrigin}/e/${event.privateKey}`,
    viewUrl: `${appOrigin}/e/${event.viewKey}`,
    needsAccount: viewer.user === null,
    // Only from the My VidDays of whose it is can it be brought back.
    mayDelete: viewer.user?.id === event.creatorId,
    wasPaid,
  };
  const thanks = {
    thanks: await listThanks(event.id, viewer),
    from: event.recipients.map(({ firstName }) => firstName),
    isQuiet: OCCASIONS[event.occasion].tone === 'quiet',
    isOwn: false,
  };
  return page({ view: StudioPage, props: { site: siteOf(viewer), studio, thanks }, head: studioHead(studio) });
}

async function giftPage(
  event: Event,
  viewer: Viewer,
  report: GiftPageProps['report'],
  opened: { openKey: string | null; isWrapped: boolean; ref: string; isPreview: boolean },
): Promise<AnyPage> {
  const names = listNames(event.recipients.map((each) => each.firstName));
  const head = giftHead(event.occasion);
  if (!event.film) {
    const isPlanned = event.deliveredAt === null && event.deliverAt !== null && new Date(event.deliverAt) > new Date();
    const until = isPlanned ? event.deliverAt : null;
    const props = { site: siteOf(viewer), names, until, timeZone: event.timeZone, now: Date.now(), report };
    return page({ view: WaitingPage, props, head });
  }
  const people = await filmPeople(event.film.id, opened.isPreview ? 'creator' : 'viewer');
  const gift = {
    dedication: `For ${names}`,
    lead: `From ${someNames([...new Set(people.map(({ name }) => name))], 3)}`,
    names,
    isQuiet: OCCASIONS[event.occasion].tone === 'quiet',
    film: event.film,
    people,
    downloadUrl: await filmDownloadUrl(event.film),
    shareUrl: event.viewKey ? `${platform().config.appOrigin}/e/${event.viewKey}` : null,
    openKey: opened.openKey,
    thanks: opened.openKey ? await listThanks(opened.openKey, viewer) : [],
    isWrapped: opened.isWrapped,
    unwrapHref: `/e/${opened.ref}?open=1${opened.isPreview ? '&preview=1' : ''}`,
  };
  return page({ view: GiftPage, props: { site: siteOf(viewer), gift, report }, head });
}
