import { useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { inviteRsvp, type Rsvp, takeBackNudge } from '../../src/shared/contracts/rsvps.ts';
import { groupOf, lastNudgeOf } from '../../src/shared/guests/guest-groups.ts';
import {
  forEverybody,
  likelyStyle,
  NAME_MARK,
  NUDGE_STYLES,
  type NudgeAbout,
  type NudgeStyle,
  nudgeWords,
  timeLeft,
  withName,
} from '../../src/shared/guests/nudge-words.ts';
import { NUDGE_MAX } from '../../src/shared/limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { FieldError, TextArea } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import type { StudioToast } from '../studio/use-toasts.ts';
import { handOver, type Way } from './hand-over.ts';
import { ASKED, actLabel, lacks, type SheetWay, waysFor, wordsHint } from './nudge-ways.ts';
import type { PeopleProps } from './people-props.ts';
import { isOurText, isTextable, TextCost } from './text-cost.tsx';

interface NudgeSheetProps {
  about: PeopleProps;
  /** One, or several who are asked one after the other; emails leave together. As they are now. */
  guests: readonly Rsvp[];
  onClose: () => void;
  onChanged: (guest: Rsvp) => void;
  onDone: (toast: Omit<StudioToast, 'id'>) => void;
}

const STYLES: Record<NudgeStyle, string> = { warm: 'Warm', short: 'Short', last: 'Last call' };
/** What others did meanwhile: this guest is in, was nudged, or is gone. */
const PASSED_BY: readonly string[] = ['WRONG_STATE', 'TOO_MANY_REQUESTS', 'NOT_FOUND'];

/** How to reach a guest, and with which words. */
export function NudgeSheet({ about, guests, onClose, onChanged, onDone }: NudgeSheetProps) {
  const [queue] = useState(guests);
  const [at, setAt] = useState(0);
  const guest = queue[at] ?? guests[0];
  const words = aboutOf(about);
  const [style, setStyle] = useState<NudgeStyle>(() => (guest ? likelyStyle(words, guest) : 'warm'));
  const [written, write] = useState<string | null>(null);
  const mailable = queue.filter(
    ({ email, muted, status, lastNudgedVia }) => email && !muted && !(status === 'bounced' && lastNudgedVia === 'mail'),
  );
  const textable = queue.filter(isTextable);
  const [way, setWay] = useState<SheetWay>(() =>
    likelyWay(guest, mailable.length === queue.length, about.noMail === null),
  );
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  if (!guest) return null;
  const suggested = nudgeWords(style, words, guest);
  const isOurs = way === 'mail' || isOurText(way);
  const reached = way === 'mail' ? mailable : textable;
  const isTogether = queue.length > 1 && isOurs;
  const message = written ?? (isTogether ? suggested : withName(suggested, guest.firstName));

  const noted = async (each: Rsvp) => {
    const body = { ...ASKED[way], message: withName(message, each.firstName) };
    const changed = await api.call(inviteRsvp, { params: { id: each.id }, body });
    onChanged(changed);
    return changed;
  };

  async function sendAll() {
    let sent = 0;
    const problems: string[] = [];
    for (const each of isTogether ? reached : [guest]) {
      if (!each) continue;
      try {
        await noted(each);
        sent++;
      } catch (error) {
        problems.push(reasonOf(error));
      }
    }
    if (sent === 0) return setTrouble(problems[0] ?? 'Nobody here can be reached this way.');
    const others = problems[0] ? ` ${problems.length} didn’t: ${problems[0]}` : '';
    const [one, many] = way === 'mail' ? ['email', 'emails'] : ['text', 'texts'];
    onDone({ text: `${sent === 1 ? `The ${one} is` : `${sent} ${many} are`} on the way.${others}` });
  }

  /** What changed since the sheet was opened: their clip is in, or another organiser nudged or removed them. */
  const needsNone = ({ id }: Rsvp) => {
    const now = guests.find((each) => each.id === id);
    if (!now) return true;
    const group = groupOf(now, { now: new Date(), timeZone: about.event.timeZone });
    return group === 'in' || group === 'later';
  };
  /** Goes on to the next who needs it; false after the last. */
  function goOn(): boolean {
    const next = queue.findIndex((each, index) => index > at && !needsNone(each));
    if (next < 0) return false;
    setAt(next);
    write(null);
    return true;
  }

  function passBy(why: string) {
    if (goOn()) setTrouble(why);
    else onDone({ text: why });
  }

  async function passOn(each: Rsvp, by: Way) {
    const isOneOfSeveral = queue.length > 1;
    if (isOneOfSeveral && needsNone(each)) return passBy(`${each.firstName} needs no nudge any more.`);
    const text = withName(message, each.firstName);
    const { link, phone } = guests.find(({ id }) => id === each.id) ?? each;
    const handed = await handOver(by, { text, url: link ?? '', phone: phone ?? null });
    if (handed === 'closed') return;
    let changed: Rsvp;
    try {
      changed = await noted(each);
    } catch (error) {
      if (!isOneOfSeveral || !(error instanceof ApiError && PASSED_BY.includes(error.code))) throw error;
      return passBy(reasonOf(error));
    }
    if (goOn()) return;
    const takeBack = () =>
      api.call(takeBackNudge, { params: { id: changed.id } }).then(onChanged, (error: unknown) => {
        onDone({ text: reasonOf(error), tone: 'bad' });
      });
    onDone({
      text: by === 'copy' ? 'Copied, and noted for today.' : 'Noted for today.',
      action: { label: 'I didn’t send it', onClick: () => void takeBack() },
    });
  }

  /** A name that was filled in for one must not go to all. */
  function choose(next: SheetWay) {
    const willBeTogether = queue.length > 1 && (next === 'mail' || isOurText(next));
    setWay(next);
    if (written === null || !guest || willBeTogether === isTogether) return;
    const { firstName } = guest;
    write(willBeTogether ? forEverybody(written, suggested, firstName) : withName(written, firstName));
  }

  async function go() {
    if (!guest) return;
    setBusy(true);
    setTrouble(null);
    try {
      await (way === 'mail' || isOurText(way) ? sendAll() : passOn(guest, way));
    } catch (error) {
      setTrouble(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} isUnsaved={() => written !== null} title={titleOf(queue, at, guest, isTogether)}>
      <p className="l-small">
        {isTogether
          ? `${reached.length} of ${queue.length} have ${way === 'mail' ? 'an email address' : 'a number with its country code'}.`
          : lastNudgeOf(guest, { now: new Date(), timeZone: about.event.timeZone })}
      </p>
      <fieldset>
        <legend className="field__label">How?</legend>
        <div className="people__ways">
          {waysFor(about.texts).map(({ way: each, icon, label, hint }) => (
            <label key={each} className="people__way">
              <input
                type="radio"
                name="way"
                value={each}
                className="l-unseen"
                checked={way === each}
                disabled={
                  (each === 'mail' && (about.noMail !== null || mailable.length === 0)) ||
                  (isOurText(each) && textable.length === 0)
                }
                onChange={() => choose(each)}
              />
              <Icon name={icon} />
              <strong>{label}</strong>
              <span>{lacks(each, guest, queue.length > 1) ?? hint}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {way !== 'told' && way !== 'ourWhatsApp' && (
        <div className="people__words">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend */}
          <div className="chips" role="group" aria-label="Other words">
            {NUDGE_STYLES.map((each) => (
              <button
                key={each}
                type="button"
                className="chips__chip"
                aria-pressed={written === null && style === each}
                onClick={() => {
                  setStyle(each);
                  write(null);
                }}
              >
                {STYLES[each]}
              </button>
            ))}
          </div>
          <TextArea
            label="Your words"
            rows={5}
            maxLength={NUDGE_MAX}
            value={message}
            dir="auto"
            hint={isTogether ? `${NAME_MARK} becomes each person’s name.` : wordsHint(way)}
            onChange={(changed) => write(changed.target.value)}
          />
        </div>
      )}
      {isOurText(way) && about.texts && (
        <TextCost offer={about.texts} way={way} guests={isTogether ? reached : [guest]} message={message} />
      )}
      {trouble && <FieldError spoken>{trouble}</FieldError>}
      <Button wide busy={isBusy} onClick={() => void go()}>
        {actLabel(way, isTogether ? reached.length : 1)}
      </Button>
    </Dialog>
  );
}

function aboutOf({ event, recipients, from }: PeopleProps): NudgeAbout {
  const { deadline, timeZone, occasion, isGiven } = event;
  return { occasion, recipients, from, isGiven, ...timeLeft(deadline, timeZone) };
}

function likelyWay(guest: Rsvp | undefined, hasAll: boolean, mayMail: boolean): Way {
  if (guest?.lastNudgedVia === 'whatsapp' || guest?.lastNudgedVia === 'sms') return guest.lastNudgedVia;
  if (mayMail && hasAll) return 'mail';
  return guest?.phone ? 'whatsapp' : 'copy';
}

function titleOf(queue: readonly Rsvp[], at: number, guest: Rsvp, isTogether: boolean): string {
  const verb = guest.progress === 'failed' ? 'Help' : guest.invitedAt ? 'Nudge' : 'Invite';
  if (isTogether) return `${verb} ${queue.length} people`;
  return queue.length > 1 ? `${verb} ${guest.firstName} (${at + 1} of ${queue.length})` : `${verb} ${guest.firstName}`;
}
