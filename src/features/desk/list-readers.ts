import type { CsvCell } from '../../platform/http/csv.ts';
import { USER_SHOWS } from '../../shared/contracts/staff-users.ts';
import type { DeskListName } from '../../shared/desk-lists.ts';
import { listUsers, searchUsers } from '../users/find-users.service.ts';
import { listActs } from './acts.service.ts';
import { auditFilter } from './audit-filter.service.ts';

type Query = Readonly<Record<string, string>>;
type Lines = CsvCell[][];

interface ListReader {
  head: readonly string[];
  pages: AsyncIterable<Lines>;
}

const PAGE = 200;

/** How each list is read for a file: its columns, and its lines page by page. */
export const LIST_READERS: Readonly<Record<DeskListName, (query: Query) => ListReader>> = {
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
  audit: (query) => ({
    head: ['at', 'who', 'what', 'user', 'event', 'details'],
    pages: pagesOf(async (cursor) => {
      const { acts, nextCursor } = await listActs({ ...(await auditFilter(query)), cursor, limit: PAGE });
      const lines = acts.map(({ at, who, action, subjectId, eventId, details }) => [
        at,
        who,
        action,
        subjectId,
        eventId,
        JSON.stringify(details),
      ]);
      return { lines, nextCursor };
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
