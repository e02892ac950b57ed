import type { ActLine } from '../src/shared/audit-words.ts';
import type { StaffMembership } from '../src/shared/contracts/staff-membership.ts';
import type { StaffUser } from '../src/shared/contracts/staff-users.ts';
import { count, date } from '../src/shared/format.ts';
import { may } from '../src/shared/permissions.ts';
import type { EventStatus } from '../src/shared/transitions.ts';
import type { PageHead } from './layout/document.tsx';
import { AuditLines } from './staff/audit-lines.tsx';
import type { DangerNotesProps } from './staff/danger-notes.tsx';
import { DeskAct, type RefusedAct, SuspensionActs } from './staff/desk-act.tsx';
import { BackTo, type DeskFrame, DeskLayout, DeskPanel, deskHead } from './staff/desk-layout.tsx';
import { EVENT_STATE_WORDS } from './staff/event-state.tsx';
import { Facts } from './staff/facts.tsx';
import { MembershipPanel } from './staff/membership-panel.tsx';
import { nameOf, UserState } from './staff-users.page.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';
import { Select } from './ui/select.tsx';

export interface StaffUserPageProps {
  frame: DeskFrame;
  user: StaffUser;
  /** Browsers that are signed in. */
  signIns: number;
  events: readonly { id: string; title: string; status: EventStatus }[];
  /** What was done to the account, newest first. */
  acts: readonly ActLine[];
  membership: StaffMembership;
  proof: DangerNotesProps['proof'];
  refused: RefusedAct | null;
  /** What was done just now. */
  done: string | null;
  /** It is the viewer’s own account. */
  isSelf: boolean;
}

const DONE: Readonly<Record<string, string>> = {
  role: 'The role is changed.',
  suspend: 'The account is suspended. They get an email.',
  lift: 'The account is open again. They get an email.',
  'sign-out': 'They’re signed out everywhere.',
  'membership-refund': 'The money is on its way back. They get an email.',
};
const ROLES = [
  { value: 'user', label: 'None' },
  { value: 'editor', label: 'Editor: moderation, announcements, themes, music, chat, ideas' },
  { value: 'admin', label: 'Admin: everything' },
];

export function staffUserHead(): PageHead {
  return { ...deskHead('User'), sheet: 'desk' };
}

/** `/staff/users/ID`: an account, and what can be done with it. Works without script. */
export function StaffUserPage(props: StaffUserPageProps) {
  const { frame, user, signIns, events, acts, membership, proof, refused, done, isSelf } = props;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/users"
      above={<BackTo href="/staff/users">Users</BackTo>}
      title={<bdi>{nameOf(user)}</bdi>}
      about={<bdi>{user.email}</bdi>}
    >
      {done && DONE[done] && (
        <Banner tone="good" role="status">
          {DONE[done]}
        </Banner>
      )}
      <UserState user={user} />
      {isSelf ? (
        <p className="l-small">This is your own account. Ask another admin to change it.</p>
      ) : (
        <Acts {...props} />
      )}
      <div className="desk__columns">
        <DeskPanel title="VidDays" id="events">
          {events.length === 0 && <p className="l-small">They haven’t made one.</p>}
          <List>
            {events.map(({ id, title, status }) => (
              <li key={id}>
                <a href={`/staff/events/${id}`}>
                  <bdi>{title}</bdi>
                </a>{' '}
                <span className="l-fine">{EVENT_STATE_WORDS[status].toLowerCase()}</span>
              </li>
            ))}
          </List>
        </DeskPanel>
        <DeskPanel title="Facts" id="facts">
          <Facts
            of={[
              ['Since', date(user.createdAt, { style: 'full' })],
              ['Address', user.verified ? 'confirmed' : 'not confirmed'],
              ['Password', user.hasPassword ? 'yes' : 'none'],
              ['Signed in', count(signIns, 'browser')],
              ...(user.suspendedWhy ? [['Suspended', user.suspendedWhy] as const] : []),
              ...(user.deletionDueAt ? [['Leaves', date(user.deletionDueAt, { style: 'full' })] as const] : []),
            ]}
          />
        </DeskPanel>
        {(membership.membership.status !== 'none' || membership.payments.length > 0) && (
          <MembershipPanel
            of={membership}
            here={`/staff/users/${user.id}`}
            proof={may(frame.role, 'order.refund') ? proof : null}
            refused={refused}
          />
        )}
        <DeskPanel title="History" id="history">
          <AuditLines lines={acts} now={frame.now} none="Nothing is recorded." />
        </DeskPanel>
      </div>
    </DeskLayout>
  );
}

function Acts({ user, proof, refused }: StaffUserPageProps) {
  const here = `/staff/users/${user.id}`;
  const name = nameOf(user);
  const common = { proof, here, refused };
  return (
    <div className="desk-act__row">
      <DeskAct
        {...common}
        action={`${here}/impersonate`}
        label="Act as them"
        icon="user"
        verb="Act as them for an hour"
        title={`You’ll see the site as ${name} does`}
        effects={[
          'Their password, address, payments and deletion stay closed to you.',
          'All that you do is recorded under your name.',
        ]}
      />
      <DeskAct
        {...common}
        action={`${here}/sign-out`}
        label="Sign out everywhere"
        icon="log-out"
        title={`${name} is signed out of every browser`}
        effects={['They can log in again at once.', 'What they haven’t saved in an open page may be lost.']}
      />
      <DeskAct
        {...common}
        action={`${here}/role`}
        label="Role"
        icon="star"
        verb="Change the role"
        title={`What ${name} may do here`}
        effects={['It counts once they log in again, with a second step.']}
        isDangerous
      >
        <Select label="Role" name="role" defaultValue={refused?.values.role ?? user.role} options={ROLES} />
      </DeskAct>
      <SuspensionActs
        {...common}
        isSuspended={user.suspendedAt !== null}
        lift={{ title: `${name} can log in again`, effects: ['They get an email.'] }}
        suspend={
          user.role !== 'user'
            ? null
            : {
                verb: 'Suspend the account',
                title: `${name} is signed out, and can’t log in`,
                effects: [
                  'They get an email with your reason and a way to answer.',
                  'Their VidDays stay as they are, and planned gifts go out.',
                  'You can lift it any time.',
                ],
                reason: 'Reason, as they will read it',
                hint: 'Optional.',
              }
        }
      />
    </div>
  );
}
