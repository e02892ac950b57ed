import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { count, listNames, someNames } from '../../src/shared/format.ts';
import { GUEST_GROUPS, type GuestGroup, groupOf } from '../../src/shared/guests/guest-groups.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { List } from '../../views/ui/list.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { useLazy } from '../runtime/use-lazy.ts';
import { ToastPlace } from '../studio/toast-place.tsx';
import { useToasts } from '../studio/use-toasts.ts';
import { AddPeople } from './add-people.tsx';
import { FIRST, GuestSection, More, STEP } from './guest-section.tsx';
import type { PeopleProps } from './people-props.ts';
import { PlainWrite } from './plain-write.tsx';
import { ReminderDays } from './reminder-days.tsx';
import { useGuests } from './use-guests.ts';

type Open = { sheet: 'none' } | { sheet: 'write' } | { sheet: 'nudge' | 'edit'; ids: string[] };

const loadNudge = () => import('./nudge-sheet.tsx').then(({ NudgeSheet }) => NudgeSheet);
const loadWrite = () => import('./write-sheet.tsx').then(({ WriteSheet }) => WriteSheet);
const loadEdit = () => import('./edit-sheet.tsx').then(({ EditSheet }) => EditSheet);

/** Who is missing: the guests by what helps them, live. */
export default function People(props: PeopleProps) {
  const { event } = props;
  const list = useGuests(props);
  const toasts = useToasts();
  const [now, setNow] = useState(() => new Date(props.now));
  const [open, setOpen] = useState<Open>({ sheet: 'none' });
  const [picked, setPicked] = useState<readonly string[]>([]);
  /** Those not on the list who left an address; an email to them puts them on it. */
  const [unlisted, setUnlisted] = useState(props.othersWithAddress);
  const others = Math.max(0, props.others - props.othersWithAddress + unlisted);
  const [shown, setShown] = useState<Partial<Record<GuestGroup, number>>>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [hasScript, setHasScript] = useState(false);
  const first = props.isWhole ? list.guests.length : FIRST;
  useEffect(() => {
    setHasScript(true);
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const Nudge = useLazy(loadNudge, open.sheet === 'nudge', 'nudge', setTrouble);
  const Write = useLazy(loadWrite, open.sheet === 'write', 'write', setTrouble);
  const Edit = useLazy(loadEdit, open.sheet === 'edit', 'edit', setTrouble);

  // Kept between taps: with hundreds of guests, sorting and drawing them again takes longer than a tap may.
  const time = useMemo(() => ({ now, timeZone: event.timeZone }), [now, event.timeZone]);
  const groups = useMemo(() => grouped(list.guests, time), [list.guests, time]);
  const ready = [...groups.stuck, ...groups.nudge].filter(({ status }) => status !== 'bounced');
  const chosen = ready.filter(({ id }) => picked.includes(id));
  const toNudge = chosen.length > 0 ? chosen : groups.nudge;
  const missing = list.guests.length - groups.in.length;
  const opened = !('ids' in open) ? [] : list.guests.filter(({ id }) => open.ids.includes(id));
  const close = () => setOpen({ sheet: 'none' });
  const pick = useCallback((id: string, isPicked: boolean) => {
    setPicked((all) => (isPicked ? [...all, id] : all.filter((each) => each !== id)));
  }, []);
  const nudgeOne = useCallback((id: string) => setOpen({ sheet: 'nudge', ids: [id] }), []);
  const showMore = useCallback(
    (group: GuestGroup) => setShown((now) => ({ ...now, [group]: (now[group] ?? FIRST) + STEP })),
    [],
  );
  const editOne = useCallback((id: string) => setOpen({ sheet: 'edit', ids: [id] }), []);

  return (
    <div className="people">
      <header className="people__head">
        <a className="people__back" href={`/e/${event.uuid}`}>
          <Icon name="arrow-left" />
          {event.title}
        </a>
        <h1>{headline(list.guests.length, missing)}</h1>
        <p className="l-lead">{leadWords(props, groups.in.length, list.guests.length)}</p>
        {list.guests.length > 0 && (
          <progress
            value={groups.in.length}
            max={list.guests.length}
            aria-label={`${groups.in.length} of ${list.guests.length} people have sent a clip`}
          />
        )}
      </header>
      {props.mailed && <Mailed {...props.mailed} />}
      {props.noMail && <NoMail why={props.noMail} />}
      {!list.isLive && <Banner tone="info" icon="offline" role="status" title="Not up to date. We’re reconnecting." />}
      {trouble && <Banner tone="bad" role="alert" title={trouble} />}
      <AddPeople uuid={event.uuid} isFirst={props.guests.length === 0} hasScript={hasScript} onAdded={list.put} />
      {list.guests.length + unlisted > 0 && props.noMail === null && (
        <div className="people__several">
          <Button
            kind="second"
            size="small"
            icon="mail"
            className="l-needs-script"
            onClick={() => setOpen({ sheet: 'write' })}
          >
            Email several people
          </Button>
          {!hasScript && <PlainWrite uuid={event.uuid} />}
        </div>
      )}
      {(['stuck', 'nudge', 'later'] as const).map(
        (group) =>
          groups[group].length > 0 && (
            <GuestSection
              key={group}
              group={group}
              guests={groups[group]}
              shown={shown[group] ?? first}
              time={time}
              uuid={event.uuid}
              hasScript={hasScript}
              picked={picked}
              onPick={pick}
              onNudge={nudgeOne}
              onEdit={editOne}
              onMore={showMore}
            />
          ),
      )}
      {groups.in.length + others > 0 && (
        <section aria-labelledby="g-in" className="people__group">
          <h2 id="g-in">{count(groups.in.length + others, 'person is in', 'people are in')}</h2>
          <List className="people__in">
            {groups.in.slice(0, shown.in ?? first).map((guest) => (
              <li key={guest.id}>
                <Icon name="check" />
                <bdi>{fullName(guest)}</bdi>
              </li>
            ))}
          </List>
          <More group="in" left={groups.in.length - (shown.in ?? first)} hasScript={hasScript} onMore={showMore} />
          {others > 0 && <p className="l-small">{unlistedWords(others, groups.in.length)}</p>}
        </section>
      )}
      {list.guests.length > 0 && (
        <ReminderDays
          uuid={event.uuid}
          reminders={props.reminders}
          deadline={event.deadline}
          timeZone={event.timeZone}
          isGiven={event.isGiven}
          hasScript={hasScript}
        />
      )}
      {list.guests.length > 0 && (
        <p className="l-fine">
          Nudges stop by themselves once a clip is in. Nobody hears from you twice in a day.
          {props.recipients.length > 0 && ` ${listNames(props.recipients)} can’t be put on the list by mistake.`}
        </p>
      )}
      {hasScript && toNudge.length > 0 && !event.isClosed && (
        <div className="actbar">
          <div className="l-page">
            <p className="people__dock">
              <strong>
                {chosen.length > 0 ? `${chosen.length} picked` : `${toNudge.length} can hear from you today`}
              </strong>
              <span className="l-small">
                {someNames(
                  toNudge.map(({ firstName }) => firstName),
                  3,
                )}
              </span>
            </p>
            <Button
              icon="bell"
              className="l-push"
              onClick={() => setOpen({ sheet: 'nudge', ids: toNudge.map(({ id }) => id) })}
            >
              {toNudge.length === 1 ? 'Nudge' : `Nudge all ${toNudge.length}`}
            </Button>
          </div>
        </div>
      )}
      {Nudge && open.sheet === 'nudge' && opened.length > 0 && (
        <Nudge
          about={props}
          guests={opened}
          onClose={close}
          onChanged={list.put}
          onDone={(toast) => {
            toasts.show(toast);
            setPicked([]);
            close();
          }}
        />
      )}
      {Write && open.sheet === 'write' && (
        <Write
          event={event}
          guests={list.guests}
          unlisted={unlisted}
          picked={picked}
          time={time}
          onClose={close}
          onSent={(wasToUnlisted) => {
            if (wasToUnlisted) setUnlisted(0);
            list.refresh();
          }}
          onDone={(words) => {
            toasts.show({ text: words });
            setPicked([]);
            close();
          }}
        />
      )}
      {Edit && open.sheet === 'edit' && opened[0] && (
        <Edit
          guest={opened[0]}
          canLook={props.noMail !== 'account'}
          onClose={close}
          onChanged={list.put}
          onRemoved={list.drop}
        />
      )}
      <ToastPlace toasts={toasts} />
    </div>
  );
}

function Mailed({ queued, skipped }: { queued: number; skipped: number }) {
  const out = skipped > 0 ? `${count(skipped, 'person', 'people')} left out.` : null;
  return (
    <Banner
      tone={queued > 0 ? 'good' : 'info'}
      role="status"
      title={`${count(queued, 'email is', 'emails are')} on the way.`}
    >
      {out}
    </Banner>
  );
}

function NoMail({ why }: { why: 'account' | 'unconfirmed' }) {
  return why === 'account' ? (
    <Banner tone="info" icon="mail" title="Create an account, and we send emails for you">
      Until then, every way from your own phone works.
    </Banner>
  ) : (
    <Banner tone="info" icon="mail" title="Confirm your email address, and we send emails for you">
      Open the link we emailed you. Until then, every way from your own phone works.
    </Banner>
  );
}

function grouped(guests: readonly Rsvp[], time: Parameters<typeof groupOf>[1]): Record<GuestGroup, Rsvp[]> {
  const groups: Record<GuestGroup, Rsvp[]> = { stuck: [], nudge: [], later: [], in: [] };
  for (const guest of guests) groups[groupOf(guest, time)].push(guest);
  // Who began a clip needs a nudge most, who was asked last least.
  for (const group of GUEST_GROUPS) groups[group].sort((one, other) => urgencyOf(other) - urgencyOf(one));
  return groups;
}

function urgencyOf({ progress, status, lastNudgedAt }: Rsvp): number {
  const standing =
    progress === 'started' ? 3 : status === 'opened' || status === 'maybe' ? 2 : status === 'yes' ? 1 : 0;
  return standing * 1e14 - (lastNudgedAt ? Date.parse(lastNudgedAt) : 0);
}

function headline(all: number, missing: number): string {
  if (all === 0) return 'Who should be in it?';
  if (missing === 0) return 'Everyone is in';
  return `${count(missing, 'person', 'people')} to go`;
}

function leadWords({ event: { deadline, isClosed, timeZone } }: PeopleProps, isIn: number, all: number): string {
  const so =
    all === 0 ? 'Put people on a list, and see at a glance who is still missing.' : `${isIn} of ${all} are in.`;
  if (isClosed) return `${so} Clips are closed.`;
  return deadline ? `${so} Clips close ${momentInWords(deadline, timeZone)}.` : so;
}

/** Says how many of those who are in are not on the list. */
function unlistedWords(unlisted: number, listed: number): string {
  if (listed > 0) return `${count(unlisted, 'of them isn’t', 'of them aren’t')} on your list.`;
  return unlisted === 1 ? 'They aren’t on your list.' : 'None of them are on your list.';
}

/** First and last name. */
function fullName({ firstName, lastName }: Pick<Rsvp, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}
