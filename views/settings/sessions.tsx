import type { SessionInfo, SignInWay } from '../../src/shared/contracts/accounts.ts';
import { date } from '../../src/shared/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import type { DateLook } from './settings-props.ts';

const WAYS: Record<SignInWay, string> = {
  password: 'by password',
  register: 'when you joined',
  google: 'by Google',
  apple: 'by Apple',
  link: 'by an emailed link',
  passkey: 'by passkey',
  reset: 'by a new password',
};

interface SessionsProps {
  sessions: readonly SessionInfo[];
  look: DateLook;
}

/** All sessions of the user, each with a log-out button. */
export function Sessions({ sessions, look }: SessionsProps) {
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <div className="settings-sessions" id="sessions">
      <h3>Where you are logged in</h3>
      <List>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} look={look} />
        ))}
      </List>
      <form method="post" action="/settings/profile/log-out-everywhere" className="l-row">
        {hasOthers && (
          <Button type="submit" kind="second" name="here" value="no">
            Log out on all other devices
          </Button>
        )}
        <Button type="submit" kind="quiet" name="here" value="yes">
          Log out on all devices
        </Button>
      </form>
    </div>
  );
}

function SessionRow({ session, look }: { session: SessionInfo; look: DateLook }) {
  const { id, device, via, network, startedAt, lastSeenAt, isCurrent } = session;
  const name = device.charAt(0).toUpperCase() + device.slice(1);
  return (
    <li className="settings-sessions__session">
      <div>
        <p>
          <strong>{name}</strong> {isCurrent && <Badge tone="good">This one</Badge>}
        </p>
        <p className="l-small">
          Logged in {WAYS[via]} on {date(startedAt, { ...look, style: 'day-time' })}
          {look.timeZone === 'UTC' && ' UTC'}
          {network && <>, from {networkWords(network)}</>}. {!isCurrent && <LastSeen at={lastSeenAt} look={look} />}
        </p>
      </div>
      {!isCurrent && (
        <form method="post" action="/settings/profile/log-out">
          <input type="hidden" name="id" value={id} />
          <Button type="submit" kind="second" size="small" aria-label={`Log out ${device}`}>
            Log out
          </Button>
        </form>
      )}
    </li>
  );
}

/** "203.0.113.x" instead of a `/24` prefix. */
function networkWords(network: string): string {
  const [first = '', size = ''] = network.split('/');
  return size === '24' ? first.replace(/\.0$/, '.x') : first;
}

function LastSeen({ at, look }: { at: string; look: DateLook }) {
  return <>Last used {ago(look.now - new Date(at).getTime(), look.locale)}.</>;
}

const MINUTE = 60_000;

function ago(elapsed: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const minutes = Math.max(0, Math.round(elapsed / MINUTE));
  if (minutes < 10) return 'a few minutes ago';
  if (minutes < 60) return words.format(-minutes, 'minute');
  if (minutes < 48 * 60) return words.format(-Math.round(minutes / 60), 'hour');
  return words.format(-Math.round(minutes / 1440), 'day');
}
