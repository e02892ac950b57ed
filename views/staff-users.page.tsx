import type { StaffUser, UserShow } from '../src/shared/contracts/staff-users.ts';
import type { SavedFilter } from '../src/shared/desk-lists.ts';
import { date } from '../src/shared/format.ts';
import type { PageHead } from './layout/document.tsx';
import { CsvLink, DeskFilters } from './staff/desk-filters.tsx';
import { type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { DeskTable, foundWords, totalWords } from './staff/desk-table.tsx';
import { Pager } from './staff/pager.tsx';
import { Badge } from './ui/badge.tsx';

export interface StaffUsersPageProps {
  frame: DeskFrame;
  users: readonly StaffUser[];
  total: number;
  q: string;
  show: UserShow;
  saved: readonly SavedFilter[];
  query: string;
  nextHref: string | null;
  isLater: boolean;
}

const SHOWS: readonly { value: string; label: string }[] = [
  { value: '', label: 'Everybody' },
  { value: 'staff', label: 'Staff' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'leaving', label: 'Leaving' },
];

export function staffUsersHead(): PageHead {
  return { ...deskHead('Users'), sheet: 'desk' };
}

/** `/staff/users`: everybody with an account. Works without script. */
export function StaffUsersPage({ frame, users, total, q, show, saved, query, nextHref, isLater }: StaffUsersPageProps) {
  return (
    <DeskLayout
      frame={frame}
      here="/staff/users"
      title="Users"
      live="users"
      about={q ? foundWords(users.length) : totalWords(total, 'user')}
      aside={<CsvLink list="users" query={query} />}
    >
      <DeskFilters
        list="users"
        search={{ value: q, placeholder: 'Name, address or id' }}
        choices={[{ name: 'show', label: 'Who', value: show === 'all' ? '' : show, options: SHOWS }]}
        saved={saved}
        query={query}
      />
      <DeskTable
        label="Users"
        rows={users}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/staff/users/${id}`}
        empty={{ title: 'Nobody', words: q ? 'Nobody’s name or address begins like that.' : 'Nobody is in this list.' }}
        columns={[
          { label: 'Name', cell: (user) => <bdi>{nameOf(user)}</bdi> },
          { label: 'Address', cell: ({ email }) => <bdi>{email}</bdi> },
          { label: 'State', cell: (user) => <UserState user={user} /> },
          {
            label: 'Since',
            isNumber: true,
            isMinor: true,
            cell: ({ createdAt }) => date(createdAt, { style: 'short-year' }),
          },
        ]}
      />
      <Pager nextHref={nextHref} firstHref={isLater ? `/staff/users?${query}` : null} />
    </DeskLayout>
  );
}

export function nameOf({ firstName, lastName, email }: Pick<StaffUser, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Role and state of an account. */
export function UserState({ user: { role, suspendedAt, deletionDueAt, verified } }: { user: StaffUser }) {
  return (
    <span className="l-row">
      {role !== 'user' && <Badge tone="info">{role === 'admin' ? 'Admin' : 'Editor'}</Badge>}
      {suspendedAt && <Badge tone="warn">Suspended</Badge>}
      {deletionDueAt && <Badge tone="bad">Leaving</Badge>}
      {!verified && <Badge>Unconfirmed</Badge>}
      {role === 'user' && !suspendedAt && !deletionDueAt && verified && <Badge tone="good">Active</Badge>}
    </span>
  );
}
