import type { Request } from 'express';
import { ArchivedPage } from '../../views/archived.page.tsx';
import { ContributePage, type ContributePageProps, contributeHead } from '../../views/contribute.page.tsx';
import { DeletedPage } from '../../views/deleted.page.tsx';
import { GiftPage, type GiftPageProps, giftHead, WaitingPage } from '../../views/gift.page.tsx';
import type { SiteProps } from '../../views/layout/layout.tsx';
import { MessagePage, messageHead } from '../../views/message.page.tsx';
import { StudioPage, studioHead } from '../../views/studio.page.tsx';
import { isGiven } from '../features/events/event-facts.service.ts';
import { atEventPage } from '../features/events/event-rules.access.ts';
import { awayError } from '../features/events/events.access.ts';
import type { EventRecord } from '../features/events/find-events.service.ts';
import { viewEventPage } from '../features/events/view-event.service.ts';
import { filmDownloads, filmPeople, listFilms } from '../features/films/film-versions.service.ts';
import { previewOf } from '../features/films/preview.service.ts';
import { latestRender } from '../features/films/renders.service.ts';
import { answerOfSender } from '../features/guests/add-guests.service.ts';
import { invitedBy } from '../features/guests/guests.service.ts';
import { mayRecipients } from '../features/keepsakes/keepsakes.service.ts';
import { allTracks } from '../features/library/library.service.ts';
import { browserSecret, contributorKeys } from '../features/media/contributor-identity.service.ts';
import { hasGrace } from '../features/media/grace.service.ts';
import { canMailReceipts } from '../features/media/receipts.service.ts';
import { keepsSurprise } from '../features/organisers/recipient-visits.service.ts';
import { premiereAndRoom } from '../features/premieres/premieres.service.ts';
import { takesTrees } from '../features/presents/takes-presents.service.ts';
import { hasPoolGift } from '../features/presents/view-pool.service.ts';
import { isOn } from '../features/switches/switches.service.ts';
import { listThanks } from '../features/thanks/thanks.service.ts';
import { readCookie } from '../platform/http/cookies.ts';
import { platform } from '../platform/platform.ts';
import { qrCodeOf } from '../platform/qr-code.ts';
import type { Event } from '../shared/contracts/events.ts';
import { listNames, someNames } from '../shared/format.ts';
import { invitationFor } from '../shared/invitation-words.ts';
import { kindOfKey, UNWRAPPED_COOKIE } from '../shared/keys.ts';
import { RESTORE_WINDOW } from '../shared/limits.ts';
import { OCCASIONS } from '../shared/occasions.ts';
import { may, type Role } from '../shared/permissions.ts';
import { isMaker } from '../shared/roles.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type PageContext, type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteAtEvent, siteOf } from './site.ts';

const shownEvent = atEventPage(({ params }: PageContext) => params.ref ?? '');

/** `/e/...`: the reference in the URL and the viewer's role decide what is shown. */
export const eventPages: readonly PageRoute[] = [
  pageRoute('/e/:ref', shownEvent, async ({ event: stored, roles, role, params, query, viewer, req }) => {
    const ref = params.ref ?? '';
    const isPreview = query.preview !== undefined;
    const { event, shownAs } = await viewEventPage(ref, { event: stored, role }, viewer, isPreview);
    const site = siteAtEvent(viewer, role);
    const report = { eventRef: ref, isDone: query.reported !== undefined };
    if (stored.status === 'deleted' && isMaker(role)) return deletedPage(viewer, stored, may(roles, 'event.delete'));
    if (stored.suspension && isMaker(role)) return pausedPage(viewer, stored.suspension.why);
    if (stored.status === 'archived' && may(shownAs, 'event.edit')) return archivedPage(viewer, stored);
    if (may(shownAs, 'event.edit')) return studioPage(event, stored, { viewer, role }, query.session_id !== undefined);
    if (!may(shownAs, 'film.watch')) {
      if (await keepsSurprise(stored, viewer)) return neutralPage(viewer);
      const browser = browserSecret(req);
      const canMail = await canMailReceipts(stored);
      const takesExtras = takesTrees(stored);
      const takesFiles = await isOn('uploads', stored.creatorId);
      const props = {
        site,
        event,
        canMail,
        takesExtras,
        takesFiles,
        isGiven: isGiven(stored),
        now: Date.now(),
        replaces: receiptIn(query),
        report,
      };
      const guest = await guestOf(stored, { query, viewer, role, browser });
      return page({
        view: ContributePage,
        props: { ...props, ...guest, isAnswered: query.answered !== undefined },
        head: contributeHead(event),
      });
    }
    const isOpened = query.open !== undefined || (stored.openedAt !== null && wasUnwrappedHere(event, req));
    return giftPage(event, stored, site, may(roles, 'event.report') ? report : null, {
      openKey: shownAs === 'recipient' ? ref : null,
      isWrapped: shownAs === 'recipient' && (query.wrapped !== undefined || !isOpened),
      ref,
      isMaker: isMaker(role),
      isSender: may(roles, 'thanks.send'),
      isPreview: isPreview && isMaker(role),
    });
  }),
  // The film’s page has everything to thank with.
  pageRoute('/e/:ref/thanks', shownEvent, ({ params, query }) => {
    const key = typeof query.v === 'string' ? `?v=${encodeURIComponent(query.v)}` : '';
    return { redirect: `/e/${params.ref}${key}` };
  }),
];

/** For a recipient who must not know yet: no name, occasion or film. */
function neutralPage(viewer: Viewer): AnyPage {
  const title = 'Nothing to see here yet';
  const text = 'This page isn’t open. There’s nothing you have to do.';
  const action = { href: '/dashboard', label: 'My VidDays' };
  return page({ view: MessagePage, props: { site: siteOf(viewer), title, text, action }, head: messageHead(title) });
}

/** For makers, while staff keep the event closed. */
function pausedPage(viewer: Viewer, why: string): AnyPage {
  const title = 'Your VidDay is paused';
  const text = `Nobody else can open it for now. Your clips are safe, and nothing is deleted. This is why: “${why}”`;
  const action = { href: '/help/contact', label: 'Answer us' };
  const ways = [{ href: '/dashboard', label: 'My VidDays' }];
  return page({
    view: MessagePage,
    props: { site: siteOf(viewer), title, text, action, ways },
    head: messageHead(title),
  });
}

/** For makers, once nothing has changed for months. */
function archivedPage(viewer: Viewer, { uuid, viewKey, currentFilmId }: EventRecord): AnyPage {
  const filmHref = currentFilmId && `/e/${viewKey}`;
  return page({
    view: ArchivedPage,
    props: { site: siteOf(viewer), action: `/e/${uuid}/bring-back`, filmHref },
    head: messageHead('This VidDay is put away'),
  });
}

/** For makers, while it can be restored. */
function deletedPage(viewer: Viewer, { id, status, timeZone, deletedAt }: EventRecord, mayRestore: boolean): AnyPage {
  const until = new Date(Number(deletedAt) + RESTORE_WINDOW);
  if (until < new Date()) throw awayError({ status });
  return page({
    view: DeletedPage,
    props: { site: siteOf(viewer), id, until: until.toISOString(), timeZone, mayRestore },
    head: messageHead('This VidDay was deleted'),
  });
}

/** Who opened their own invitation, or what this browser answered on the public page. */
async function guestOf(
  event: EventRecord,
  { query, browser, viewer, role }: Sender & { query: Record<string, string> },
): Promise<Pick<ContributePageProps, 'invited' | 'answered'>> {
  if (!event.hasGuests) return {};
  const invited = await invitedBy(event, query.i);
  if (!invited) return { answered: await answerOfSender(event, contributorKeys(event.id, { viewer, role, browser })) };
  return { invited: { ...invited, key: query.i ?? '', hasGrace: await hasGrace(event, query.i) } };
}

type Sender = Parameters<typeof contributorKeys>[1];

/** The receipt key in `?replaces=`, if any. */
function receiptIn(query: Record<string, string>): string | null {
  return kindOfKey(query.replaces) === 'receipt' ? (query.replaces ?? null) : null;
}

/** Whether the gift was unwrapped in this browser. Recipients who share a gift each unwrap it. */
function wasUnwrappedHere({ recipients }: Event, req: Request): boolean {
  return recipients.length === 1 || readCookie(req, UNWRAPPED_COOKIE) !== '';
}

async function studioPage(
  event: Event,
  stored: EventRecord,
  { viewer, role }: { viewer: Viewer; role: Role },
  wasPaid: boolean,
): Promise<AnyPage> {
  const [preview, render, films, tracks, takesFiles, hasCaptions, hasPremieres] = await Promise.all([
    previewOf(stored),
    latestRender(event.id),
    listFilms(stored),
    allTracks(event.id),
    isOn('uploads', stored.creatorId),
    isOn('captions', stored.creatorId),
    offersPremieres(stored),
  ]);
  const { appOrigin } = platform().config;
  const inviteUrl = `${appOrigin}/e/${event.uuid}`;
  const studio = {
    event,
    preview,
    render,
    films,
    tracks: tracks.map(({ beats: _beats, ...shown }) => shown),
    inviteUrl,
    inviteText: invitationFor(
      event.occasion,
      event.recipients.map((each) => each.firstName),
      isGiven(stored),
    ),
    inviteCode: `data:image/svg+xml,${encodeURIComponent(await qrCodeOf(inviteUrl))}`,
    recipientUrl: `${appOrigin}/e/${event.privateKey}`,
    viewUrl: `${appOrigin}/e/${event.viewKey}`,
    needsAccount: viewer.user === null,
    // Only the creator can restore it.
    mayDelete: viewer.user !== null && may(role, 'event.delete'),
    hearsWords: platform().config.transcribe !== null,
    isOff: { captions: !hasCaptions, premieres: !hasPremieres, uploads: !takesFiles },
    wasPaid,
  };
  const thanks = {
    thanks: films.length > 0 ? await listThanks({ event: stored, role: 'creator' }) : [],
    from: event.recipients.map(({ firstName }) => firstName),
    isQuiet: OCCASIONS[event.occasion].tone === 'quiet',
    isOwn: false,
  };
  return page({ view: StudioPage, props: { site: siteOf(viewer), studio, thanks }, head: studioHead(studio) });
}

/** Premieres are switched on, or one is still to come. */
async function offersPremieres(event: EventRecord): Promise<boolean> {
  if (await isOn('premieres', event.creatorId)) return true;
  const { premiere } = await premiereAndRoom(event);
  return premiere !== null && premiere.status !== 'over';
}

async function giftPage(
  event: Event,
  stored: EventRecord,
  site: SiteProps,
  report: GiftPageProps['report'],
  opened: {
    openKey: string | null;
    isWrapped: boolean;
    ref: string;
    isMaker: boolean;
    isSender: boolean;
    isPreview: boolean;
  },
): Promise<AnyPage> {
  const names = listNames(event.recipients.map((each) => each.firstName));
  const head = giftHead(event.occasion);
  if (!event.film) {
    const isPlanned = event.deliveredAt === null && event.deliverAt !== null && new Date(event.deliverAt) > new Date();
    const until = isPlanned ? event.deliverAt : null;
    const props = { site, names, until, timeZone: event.timeZone, now: Date.now(), report };
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
    ...(await filmDownloads(event.film, stored)),
    shareUrl: event.viewKey ? `${platform().config.appOrigin}/e/${event.viewKey}` : null,
    guestbookHref: event.guestbook ? `/e/${opened.ref}/guestbook` : null,
    keepsakeHref: opened.openKey && (await mayRecipients(event.id)) ? `/e/${opened.ref}/keepsake` : null,
    rewardHref: opened.openKey && (await hasPoolGift(stored)) ? `/e/${opened.ref}/reward` : null,
    openKey: opened.openKey,
    mayFilm: opened.openKey !== null && !opened.isMaker && (await isOn('uploads', stored.creatorId)),
    thanks: opened.openKey ? await listThanks({ event: stored, role: opened.isMaker ? 'creator' : 'recipient' }) : [],
    isSender: opened.isSender,
    isWrapped: opened.isWrapped,
    unwrapHref: `/e/${opened.ref}?open=1${opened.isPreview ? '&preview=1' : ''}`,
  };
  const clips = people.flatMap(({ mediaId, name }) => (mediaId ? [{ id: mediaId, name }] : []));
  // Names stay wrapped with the gift.
  const shownReport = report && !opened.isWrapped ? { ...report, clips } : report;
  return page({ view: GiftPage, props: { site, gift, report: shownReport }, head });
}
