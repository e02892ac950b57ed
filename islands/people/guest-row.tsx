import { memo, startTransition, useEffect, useState } from 'react';
import type { Rsvp } from '../../src/shared/contracts/rsvps.ts';
import {
  type BoardTime,
  type GuestGroup,
  lastNudgeOf,
  standingOf,
  wasNudgedToday,
} from '../../src/shared/guests/guest-groups.ts';
import { NUDGE_MAX } from '../../src/shared/limits.ts';
import { Avatar } from '../../views/ui/avatar.tsx';
import { Badge } from '../../views/ui/badge.tsx';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { TextArea } from '../../views/ui/field.tsx';

interface GuestRowProps {
  guest: Rsvp;
  group: GuestGroup;
  time: BoardTime;
  uuid: string;
  hasScript: boolean;
  isPicked: boolean;
  onPick: (id: string, isPicked: boolean) => void;
  onNudge: (id: string) => void;
  onEdit: (id: string) => void;
}

const STEPS = ['Invited', 'Opened', 'Started', 'Sent'];

/** A guest on the board. Without script, a form to email or remove them. Kept while its props are the same. */
export const GuestRow = memo(function Row(props: GuestRowProps) {
  const { guest, group, time, uuid, hasScript, isPicked } = props;
  const { badge, tone, line, step } = standingOf(guest, time);
  const isRested = wasNudgedToday(guest, time);
  const name = [guest.firstName, guest.lastName].filter(Boolean).join(' ');
  const isFailed = guest.progress === 'failed';
  // The tick shows at once, and the rest of a long board follows.
  const [isTicked, tick] = useState(isPicked);
  useEffect(() => tick(isPicked), [isPicked]);
  return (
    <li className="people__guest" id={`g-${guest.id}`}>
      <label className="people__pick l-needs-script">
        <input
          type="checkbox"
          aria-label={`Pick ${name}`}
          checked={isTicked}
          disabled={isRested || guest.status === 'bounced'}
          onChange={(changed) => {
            const { checked } = changed.currentTarget;
            tick(checked);
            startTransition(() => props.onPick(guest.id, checked));
          }}
        />
      </label>
      <span className="people__face" aria-hidden="true">
        <Avatar name={name} />
      </span>
      <div className="people__who">
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          <Badge {...(tone && { tone })}>{badge}</Badge>
        </p>
        <p className="l-small">{line}</p>
      </div>
      <ol className="people__track" data-at={step} data-failed={isFailed || undefined} aria-hidden="true">
        {STEPS.map((each, at) => (
          <li key={each} data-done={at < step || undefined}>
            {isFailed && at === 3 ? 'Failed' : each}
          </li>
        ))}
      </ol>
      <p className="l-small people__last">{lastNudgeOf(guest, time)}</p>
      {hasScript ? (
        <div className="people__act">
          {isRested ? (
            <Badge tone="good" icon="check">
              {guest.nudges > 1 ? 'Nudged' : 'Invited'} today
            </Badge>
          ) : guest.status === 'bounced' && guest.lastNudgedVia === 'mail' ? (
            <Button kind="second" size="small" onClick={() => props.onEdit(guest.id)}>
              Fix the address
            </Button>
          ) : (
            <Button kind="second" size="small" onClick={() => props.onNudge(guest.id)}>
              {group === 'stuck' ? `Help ${guest.firstName}` : guest.invitedAt ? 'Nudge' : 'Invite'}
            </Button>
          )}
          <IconButton icon="pen" label={`Change ${name}`} onClick={() => props.onEdit(guest.id)} />
        </div>
      ) : (
        <PlainForms guest={guest} uuid={uuid} name={name} isRested={isRested} />
      )}
    </li>
  );
});

function PlainForms({
  guest,
  uuid,
  name,
  isRested,
}: Pick<GuestRowProps, 'guest' | 'uuid'> & { name: string; isRested: boolean }) {
  const path = `/e/${uuid}/people/${guest.id}`;
  return (
    <details className="people__forms l-without-script">
      <summary>More about {name}</summary>
      {guest.link && (
        <p className="l-small">
          Their own link: <a href={guest.link}>{guest.link}</a>
        </p>
      )}
      {!isRested && (
        <form method="post" action={`${path}/invite`} className="l-stack">
          {guest.email && <TextArea label="Your words" name="message" maxLength={NUDGE_MAX} />}
          <div className="l-row">
            {guest.email && (
              <Button type="submit" name="via" value="mail" kind="second" size="small">
                Email {guest.firstName}
              </Button>
            )}
            <Button type="submit" name="via" value="told" kind="quiet" size="small">
              I told them myself
            </Button>
          </div>
        </form>
      )}
      <form method="post" action={`${path}/remove`}>
        <Button type="submit" kind="quiet" size="small">
          Remove {guest.firstName}
        </Button>
      </form>
    </details>
  );
}
