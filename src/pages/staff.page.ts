import { type DeskTask, StaffPage, staffHead } from '../../views/staff.page.tsx';
import { clipsPath } from '../../views/staff-media.page.tsx';
import { openDisputes } from '../features/checkout/disputes.service.ts';
import { listActs } from '../features/desk/acts.service.ts';
import { siteHealth } from '../features/desk/site-health.service.ts';
import { storageInAll } from '../features/desk/storage-use.service.ts';
import { titleOf } from '../features/events/event-facts.service.ts';
import { findEvents } from '../features/events/find-events.service.ts';
import { failedRenders } from '../features/films/failed-renders.service.ts';
import { listModerated } from '../features/media/moderate-clips.service.ts';
import { readMetrics } from '../features/metrics/metrics.service.ts';
import { stuckRefunds } from '../features/orders/stuck-refunds.service.ts';
import { bouncedRewards } from '../features/presents/bounced-rewards.service.ts';
import { listDesk } from '../features/support/chat-desk.service.ts';
import { listReports } from '../features/support/handle-reports.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { STAFF_ACTS } from '../shared/audit-words.ts';
import { money } from '../shared/format.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';

/** Of each kind on the first page. */
const EACH = 5;
const ACTS = 8;

/** `/staff`: what needs somebody now. */
export const staffPages: readonly PageRoute[] = [
  pageRoute('/staff', staffWho('desk.open'), async ({ user, viewer }) => {
    const roles = siteRoles(user);
    const [frame, tasks, { points }, last, storage, health] = await Promise.all([
      deskFrame(viewer),
      listTasks(may(roles, 'order.read')),
      readMetrics('week', may(roles, 'order.read')),
      may(roles, 'audit.read') ? listActs({ actions: STAFF_ACTS, limit: ACTS }) : null,
      storageInAll(),
      siteHealth(),
    ]);
    return page({
      view: StaffPage,
      props: { frame, tasks, week: points, acts: last?.acts ?? null, storage, health },
      head: staffHead(),
    });
  }),
];

/** The longest waiting of each kind, the oldest first. */
async function listTasks(seesMoney: boolean): Promise<DeskTask[]> {
  const [{ reports }, { clips }, renders, chats, disputes, stuck, bounced] = await Promise.all([
    listReports({ status: 'open', limit: EACH }),
    listModerated({ state: 'open', limit: EACH }),
    failedRenders(),
    listDesk({ show: 'waiting', q: '', limit: EACH }),
    seesMoney ? openDisputes() : null,
    seesMoney ? stuckRefunds() : null,
    seesMoney ? bouncedRewards() : null,
  ]);
  const shownRenders = renders.slice(0, EACH);
  const shownDisputes = disputes?.disputes.slice(0, EACH) ?? [];
  const shownCards = bounced?.rewards.slice(0, EACH) ?? [];
  const about = [...clips, ...shownRenders, ...shownDisputes, ...shownCards].flatMap(({ eventId }) => eventId ?? []);
  const events = await findEvents(about);
  const titled = (id: string) => {
    const event = events.find((each) => each.id === id);
    return event ? titleOf(event) : 'A VidDay that is gone';
  };
  const tasks: DeskTask[] = [
    ...reports.map(({ id, event, reason, createdAt }) => ({
      id,
      kind: 'report' as const,
      title: event?.title ?? 'A VidDay that is gone',
      text: reason && `“${reason}”`,
      href: `/staff/reports?show=open&id=${id}`,
      since: createdAt,
    })),
    ...clips.map(({ id, eventId, contributor, moderation, createdAt }) => ({
      id,
      kind: 'clip' as const,
      title: `${contributor.name}: ${titled(eventId)}`,
      text: '',
      href: clipsPath({ state: 'open', id }),
      since: moderation?.at ?? createdAt,
    })),
    ...shownRenders.map(({ id, eventId, error, finishedAt, createdAt }) => ({
      id,
      kind: 'render' as const,
      title: titled(eventId),
      text: error?.message ?? '',
      href: `/staff/events/${eventId}`,
      since: finishedAt ?? createdAt,
    })),
    ...shownDisputes.map(({ id, eventId, userId, amount, paidAt }) => ({
      id,
      kind: 'dispute' as const,
      title: `${money(amount)}: ${eventId === null ? 'a membership' : titled(eventId)}`,
      text: 'paid then, and the bank asks',
      href: eventId === null ? `/staff/users/${userId}#membership` : '/staff/orders#disputes',
      since: paidAt,
    })),
    ...(stuck?.refunds.slice(0, EACH) ?? []).map(({ id, amount, currency, why, at }) => ({
      id,
      kind: 'refund' as const,
      title: `${money(amount, { currency })} didn’t go back`,
      text: why === 'failed' ? 'the bank didn’t take it' : 'Stripe refused it',
      href: '/staff/orders#stuck',
      since: at,
    })),
    ...shownCards.map(({ id, eventId, amount, at }) => ({
      id,
      kind: 'card' as const,
      title: `${money(amount)}: ${titled(eventId)}`,
      text: 'its email came back',
      href: '/staff/orders#cards',
      since: at,
    })),
    ...chats.data.map(({ id, name, lastText, lastAt }) => ({
      id,
      kind: 'chat' as const,
      title: name || 'A visitor',
      text: `“${lastText}”`,
      href: `/staff/chat/${id}`,
      since: lastAt,
    })),
  ];
  return tasks.sort((one, other) => one.since.localeCompare(other.since));
}
