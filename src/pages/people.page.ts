import { PeoplePage, peopleHead } from '../../views/people.page.tsx';
import { isGiven } from '../features/events/event-facts.service.ts';
import { atEventOf } from '../features/events/event-rules.access.ts';
import type { SeenEvent } from '../features/events/events.access.ts';
import { confirmedSender } from '../features/events/mails-to-others.service.ts';
import { viewEventPage } from '../features/events/view-event.service.ts';
import { listGuests } from '../features/guests/guests.service.ts';
import { remindersOf } from '../features/guests/reminders.service.ts';
import { textOffer } from '../features/guests/text-offer.service.ts';
import { unlistedContributors } from '../features/guests/unlisted-contributors.service.ts';
import { listHistory } from '../features/organisers/history.service.ts';
import { listOrganisers } from '../features/organisers/organisers.service.ts';
import { hostOf } from '../shared/byline.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type PageContext, type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const ownEvent = atEventOf('guest.read', ({ params }: PageContext) => params.ref ?? '');

/** `/e/UUID/people`: the guest list of an event. */
export const peoplePages: readonly PageRoute[] = [
  pageRoute('/e/:ref/people', ownEvent, ({ event, role, roles, viewer, query }) =>
    peoplePage({ event, role, roles }, viewer, query),
  ),
];

async function peoplePage(seen: SeenEvent, viewer: Viewer, query: PageContext['query']): Promise<AnyPage> {
  const { event } = await viewEventPage(seen.event.uuid, seen, viewer);
  const [guests, sender, texts, reminders, organisers, history, unlisted] = await Promise.all([
    listGuests(seen.event),
    confirmedSender(seen.event),
    textOffer(seen.event),
    remindersOf(seen.event),
    listOrganisers(seen.event),
    listHistory(seen.event),
    unlistedContributors(seen.event),
  ]);
  const { id, uuid, title, occasion, deadline, timeZone, isClosed } = event;
  const isIn = guests.filter(({ status }) => status === 'contributed').length;
  const people = {
    event: { id, uuid, title, occasion, deadline, timeZone, isClosed, isGiven: isGiven(seen.event) },
    recipients: event.recipients.map(({ firstName }) => firstName),
    from: hostOf(event),
    guests,
    reminders,
    others: Math.max(0, event.counts.contributors - isIn),
    othersWithAddress: unlisted.length,
    isWhole: query.all !== undefined,
    mailed: mailedIn(query),
    now: Date.now(),
    texts: viewer.user && sender ? texts : null,
    noMail: viewer.user === null ? ('account' as const) : sender ? null : ('unconfirmed' as const),
  };
  return page({
    view: PeoplePage,
    props: {
      site: siteAtEvent(viewer, seen.role),
      people,
      organisers: { uuid, timeZone, now: people.now, userId: viewer.user?.id ?? null, organisers, history },
    },
    head: peopleHead(people),
  });
}

function mailedIn({ mailed, skipped }: PageContext['query']): { queued: number; skipped: number } | null {
  const [queued = 0, out = 0] = [mailed, skipped].map((digits) =>
    /^\d{1,3}$/.test(digits ?? '') ? Number(digits) : 0,
  );
  return mailed === undefined ? null : { queued, skipped: out };
}
