import type { StaffEvent } from '../src/shared/contracts/staff-events.ts';
import type { StaffClip } from '../src/shared/contracts/staff-media.ts';
import type { StaffPayment } from '../src/shared/contracts/staff-orders.ts';
import type { StaffUser } from '../src/shared/contracts/staff-users.ts';
import { count, money } from '../src/shared/format.ts';
import type { PageHead } from './layout/document.tsx';
import { agoWords, type DeskFrame, DeskLayout, DeskPanel, deskHead } from './staff/desk-layout.tsx';
import { EventState } from './staff/event-state.tsx';
import { PaymentState } from './staff/payment-state.tsx';
import { nameOf } from './staff-users.page.tsx';
import { Empty } from './ui/empty.tsx';
import { List } from './ui/list.tsx';

export interface StaffSearchPageProps {
  frame: DeskFrame;
  q: string;
  /** Empty for editors, who don’t see accounts. */
  users: readonly StaffUser[];
  events: readonly StaffEvent[];
  clips: readonly StaffClip[];
  payments: readonly StaffPayment[];
}

export function staffSearchHead(): PageHead {
  return { ...deskHead('Search'), sheet: 'desk' };
}

/** `/staff/search`: users, VidDays and clips that begin like what was typed. Works without script. */
export function StaffSearchPage({ frame, q, users, events, clips, payments }: StaffSearchPageProps) {
  const all = users.length + events.length + clips.length + payments.length;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/search"
      search={q}
      title={q ? `“${q}”` : 'Search'}
      about={q && `${all} found`}
    >
      {all === 0 && (
        <Empty title={q ? 'Nothing found' : 'What are you looking for?'}>
          A name or address, or the beginning of a uuid, a key or an id.
        </Empty>
      )}
      {users.length > 0 && (
        <DeskPanel title="Users" id="users">
          <List className="desk-hits">
            {users.map((user) => (
              <li key={user.id}>
                <a href={`/staff/users/${user.id}`}>
                  <bdi>{nameOf(user)}</bdi>
                </a>
                <bdi className="l-small">{user.email}</bdi>
              </li>
            ))}
          </List>
        </DeskPanel>
      )}
      {events.length > 0 && (
        <DeskPanel title="VidDays" id="events">
          <List className="desk-hits">
            {events.map(({ id, title, status, creator, clips: sent }) => (
              <li key={id}>
                <a href={`/staff/events/${id}`}>
                  <bdi>{title}</bdi>
                </a>
                <EventState status={status} />
                <span className="l-small">
                  <bdi>{creator?.email ?? 'Its creator is gone'}</bdi>, {count(sent, 'clip')}
                </span>
              </li>
            ))}
          </List>
        </DeskPanel>
      )}
      {clips.length > 0 && (
        <DeskPanel title="Clips" id="clips">
          <List className="desk-hits">
            {clips.map(({ id, contributor, kind, createdAt }) => (
              <li key={id}>
                <a href={`/staff/media?id=${id}`}>
                  <bdi>{contributor.name}</bdi>
                </a>
                <span className="l-small">
                  {kind}, {agoWords(createdAt, frame.now)} {contributor.email && <bdi>{contributor.email}</bdi>}
                </span>
              </li>
            ))}
          </List>
        </DeskPanel>
      )}
      {payments.length > 0 && (
        <DeskPanel title="Orders" id="orders">
          <List className="desk-hits">
            {payments.map((payment) => (
              <li key={payment.id}>
                <a href={`/staff/orders/${payment.id}`}>{money(payment.amount, { currency: payment.currency })}</a>
                <PaymentState payment={payment} />
                <span className="l-small">{agoWords(payment.paidAt, frame.now)}</span>
              </li>
            ))}
          </List>
        </DeskPanel>
      )}
    </DeskLayout>
  );
}
