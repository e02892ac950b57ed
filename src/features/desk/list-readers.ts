import type { CsvCell } from '../../platform/http/csv.ts';
import { EVENT_SHOWS } from '../../shared/contracts/staff-events.ts';
import { IDEA_SHOWS } from '../../shared/contracts/staff-ideas.ts';
import { PAYMENT_SHOWS } from '../../shared/contracts/staff-orders.ts';
import { USER_SHOWS } from '../../shared/contracts/staff-users.ts';
import type { DeskListName } from '../../shared/desk-lists.ts';
import { CAUSES, COUNTS, FAILED_THINGS, RANGES } from '../../shared/figures.ts';
import { isKeyOf } from '../../shared/known-values.ts';
import { listPayments, searchPayments } from '../checkout/staff-payments.service.ts';
import { readMetrics } from '../metrics/metrics.service.ts';
import { listStaffIdeas } from '../support/staff-ideas.service.ts';
import { listUsers, searchUsers } from '../users/find-users.service.ts';
import { listActs } from './acts.service.ts';
import { auditFilter } from './audit-filter.service.ts';
import { listStaffEvents } from './staff-events.service.ts';

type Query = Readonly<Record<string, string>>;
type Lines = CsvCell[][];

interface ListReader {
  head: readonly string[];
  pages: AsyncIterable<Lines>;
}

const PAGE = 200;

/** How each list is read for a file: its columns, and its lines page by page. */
export const LIST_READERS: Readonly<Record<DeskListName, (query: Query, sees: { money: boolean }) => ListReader>> = {
  users: ({ q = '', show }) => ({
    head: ['id', 'email', 'first name', 'last name', 'role', 'confirmed', 'suspended', 'created'],
    pages: pagesOf(async (cursor) => {
      const asked = { show: USER_SHOWS.find((each) => each === show) ?? ('all' as const), cursor, limit: PAGE };
      const { users, nextCursor } = q ? { users: await searchUsers(q), nextCursor: null } : await listUsers(asked);
      const lines = users.map((user) => [
        user.id,
        user.email,
        user.firstName,
        user.lastName,
        user.role,
        user.verified ? 'yes' : 'no',
        user.suspendedAt,
        user.createdAt,
      ]);
      return { lines, nextCursor };
    }),
  }),
  events: ({ q = '', show }) => ({
    head: ['id', 'uuid', 'title', 'status', 'creator', 'clips', 'contributors', 'seconds', 'deadline', 'created'],
    pages: pagesOf(async (cursor) => {
      const asked = { q, show: EVENT_SHOWS.find((each) => each === show) ?? ('all' as const), cursor, limit: PAGE };
      // Money is in the list of orders.
      const { events, nextCursor } = await listStaffEvents(asked, { role: 'editor' });
      const lines = events.map((event) => [
        event.id,
        event.uuid,
        event.title,
        event.status,
        event.creator?.email ?? null,
        event.clips,
        event.contributors,
        Math.round(event.length),
        event.deadline,
        event.createdAt,
      ]);
      return { lines, nextCursor };
    }),
  }),
  orders: ({ q = '', show }) => ({
    head: ['id', 'event', 'user', 'cents', 'currency', 'cents returned', 'paid'],
    pages: pagesOf(async (cursor) => {
      const asked = { show: PAYMENT_SHOWS.find((each) => each === show) ?? ('all' as const), cursor, limit: PAGE };
      const { payments, nextCursor } = q
        ? { payments: await searchPayments(q), nextCursor: null }
        : await listPayments(asked);
      const lines = payments.map(({ id, eventId, userId, amount, currency, returned, paidAt }) => [
        id,
        eventId,
        userId,
        amount,
        currency,
        returned,
        paidAt,
      ]);
      return { lines, nextCursor };
    }),
  }),
  audit: (query) => ({
    head: ['at', 'who', 'what', 'action', 'user', 'event', 'details'],
    pages: pagesOf(async (cursor) => {
      const { acts, nextCursor } = await listActs({ ...(await auditFilter(query)), cursor, limit: PAGE });
      const lines = acts.map(({ at, who, what, action, subjectId, eventId, details }) => [
        at,
        who,
        what,
        action,
        subjectId,
        eventId,
        JSON.stringify(details),
      ]);
      return { lines, nextCursor };
    }),
  }),
  feedback: ({ q = '', show }) => ({
    head: ['id', 'title', 'text', 'status', 'votes', 'answer', 'hidden', 'merged into', 'shared'],
    pages: pagesOf(async (cursor) => {
      const asked = { q, show: IDEA_SHOWS.find((each) => each === show) ?? ('new' as const), cursor, limit: PAGE };
      const { ideas, nextCursor } = await listStaffIdeas(asked);
      const lines = ideas.map((idea) => [
        idea.id,
        idea.title,
        idea.text,
        idea.status,
        idea.votes,
        idea.answer,
        idea.isHidden ? 'yes' : 'no',
        idea.mergedInto?.id ?? null,
        idea.createdAt,
      ]);
      return { lines, nextCursor };
    }),
  }),
  metrics: ({ range = '' }, { money }) => ({
    head: [
      'from',
      ...COUNTS,
      'paid cents',
      ...FAILED_THINGS.flatMap((thing) => CAUSES.map((cause) => `failed ${thing}: ${cause}`)),
      'answer ms half',
      'answer ms 95 %',
      'render s per s half',
      'render s per s 95 %',
    ],
    pages: pagesOf(async () => {
      const { points } = await readMetrics(isKeyOf(RANGES, range) ? range : 'month', money);
      const lines = points.map(({ at, paid, failed, answer, render, ...counts }) => [
        at,
        ...COUNTS.map((name) => counts[name]),
        paid,
        ...FAILED_THINGS.flatMap((thing) => CAUSES.map((cause) => failed[thing][cause])),
        answer?.half ?? null,
        answer?.slow ?? null,
        render?.half ?? null,
        render?.slow ?? null,
      ]);
      return { lines, nextCursor: null };
    }),
  }),
};

async function* pagesOf(
  read: (cursor: string | undefined) => Promise<{ lines: Lines; nextCursor: string | null }>,
): AsyncGenerator<Lines> {
  let cursor: string | undefined;
  do {
    const { lines, nextCursor } = await read(cursor);
    yield lines;
    cursor = nextCursor ?? undefined;
  } while (cursor);
}
