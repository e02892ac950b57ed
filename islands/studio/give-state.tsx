import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { dayPart } from '../../src/shared/day-parts.ts';
import { date } from '../../src/shared/format.ts';
import { momentInWords, zoneInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Ribbon, Wrap } from '../../views/ui/paper.tsx';
import { CopyField } from './copy-field.tsx';
import { DateLeaf } from './date-leaf.tsx';
import { GiveCard } from './give-card.tsx';
import { GiveNudge } from './give-nudge.tsx';
import { daysAhead, OUTDATED } from './give-plan.ts';
import { GiveWords } from './give-words.tsx';
import { TextTo } from './text-link.tsx';
import { isLongWrapped } from './use-gift-waits.ts';

export interface GiftLinks {
  recipientUrl: string;
  viewUrl: string;
  /** Names of the recipients. */
  names: ReactNode;
}

interface StateProps {
  event: Event;
  /** Premieres can be planned, or one is. */
  hasPremieres: boolean;
  links: GiftLinks;
  onClose: () => void;
}

interface PlannedProps extends StateProps {
  onChange: () => void;
  onSend: () => void;
  onCancel: () => Promise<void>;
}

/** A scheduled gift: date, recipients and message, with actions to change, send or cancel. */
export function Planned({ event, hasPremieres, links, onChange, onSend, onCancel, onClose }: PlannedProps) {
  const [isBusy, setBusy] = useState(false);
  const { delivery, timeZone } = event;
  if (!delivery?.at) return null;
  const what = delivery.byText ? 'a phone number' : 'an email address';
  const reached = event.recipients.flatMap(({ email, phone }) => (delivery.byText ? phone : email) ?? []);
  return (
    <Dialog open onClose={onClose} className="give" title="It’s all set">
      <div className="give__body">
        <div className="give__ticket">
          <DateLeaf at={delivery.at} timeZone={timeZone} size="large" />
          <div>
            <p className="l-display">
              <time dateTime={delivery.at}>
                {dayPart(delivery.at, 'weekday', timeZone)}, {date(delivery.at, { timeZone, style: 'time' })}
              </time>
            </p>
            <p className="l-small">
              {zoneInWords(timeZone)}, {daysAhead(delivery.at, timeZone, Date.now())}
            </p>
          </div>
        </div>
        {!delivery.byHand && (
          <dl className="give__facts">
            <div>
              <dt>Goes to</dt>
              <dd>{reached.join(', ') || `Nobody yet. Tap Change to add ${what}.`}</dd>
            </div>
            {delivery.message && (
              <div>
                <dt>Your words</dt>
                <dd>
                  <bdi>“{delivery.message}”</bdi>
                </dd>
              </div>
            )}
          </dl>
        )}
        {delivery.byHand && (
          <CopyField
            label="The link you hand over"
            hint="It stays closed until then."
            value={links.recipientUrl}
            also={<TextTo people={event.recipients} url={links.recipientUrl} />}
          />
        )}
        <Peek links={links} />
        <div className="give__tip">
          <Icon name="film" />
          <p>{filmWords(event)}</p>
        </div>
        <GiveCard event={event} />
        {event.film && hasPremieres && <Together event={event} />}
      </div>
      <footer className="give__foot">
        <div className="give__pair">
          <Button kind="second" icon="calendar" onClick={onChange}>
            Change
          </Button>
          <Button kind="second" onClick={onSend}>
            {delivery.byHand ? 'Give it now' : 'Send now'}
          </Button>
        </div>
        <Button
          kind="quiet"
          className="give__forget"
          busy={isBusy}
          onClick={async () => {
            setBusy(true);
            await onCancel();
            setBusy(false);
          }}
        >
          Cancel the plan
        </Button>
      </footer>
    </Dialog>
  );
}

function filmWords({ status, film, isFilmOutdated }: Event): string {
  if (!film) return 'There’s no film yet. Publish it before then, or nothing goes out.';
  if (status === 'finalizing')
    return 'The new version is being made. If it isn’t done by then, this one goes out, and the link shows the new one later.';
  if (isFilmOutdated) return OUTDATED;
  return 'Late clips can still join: publish again, and the link shows the newest version.';
}

interface GivenProps extends StateProps {
  onAgain: () => void;
  onNudge: () => Promise<void>;
}

/** Status of a delivered gift, and its links. */
export function Given({ event, hasPremieres, links, onAgain, onNudge, onClose }: GivenProps) {
  const { deliveredAt, openedAt, timeZone } = event;
  return (
    <Dialog open onClose={onClose} className="give" title="It’s been given">
      <div className="give__body">
        <p>
          {event.delivery?.byHand ? 'You gave it' : 'It went out'} on {momentInWords(deliveredAt ?? '', timeZone)}.{' '}
          {openedAt ? `It was opened on ${momentInWords(openedAt, timeZone)}.` : 'It hasn’t been opened yet.'}
        </p>
        <GiveNudge event={event} names={links.names} onNudge={onNudge} />
        {isLongWrapped(event) && <GiveWords event={event} url={links.recipientUrl} />}
        <CopyField
          label="The link to the gift"
          hint="Anyone with it can unwrap the gift."
          value={links.recipientUrl}
          also={<TextTo people={event.recipients} url={links.recipientUrl} />}
        />
        <CopyField
          label="The link for everyone else"
          hint="Anyone with it can watch the film, without the wrapping."
          value={links.viewUrl}
        />
        <GiveCard event={event} />
        <KeepAll event={event} />
        {hasPremieres && <Together event={event} />}
      </div>
      <footer className="give__foot">
        <Button kind="second" wide onClick={onAgain}>
          Give it again
        </Button>
      </footer>
    </Dialog>
  );
}

/** Opens a preview of the gift in a new tab; does not count as opening. */
export function Peek({ links: { recipientUrl, names } }: { links: GiftLinks }) {
  return (
    <a className="give__peek" href={`${recipientUrl}?preview=1`} target="_blank" rel="noreferrer">
      <Wrap as="span" className="give__peek-parcel">
        <Ribbon />
      </Wrap>
      <span>
        <strong>See what {names} will see</strong>
        <span className="l-small">The parcel and the film. It stays unopened.</span>
      </span>
      <Icon name="chevron-right" />
    </a>
  );
}

/** The way to everything in one download. */
function KeepAll({ event: { uuid } }: Pick<StateProps, 'event'>) {
  return (
    <div className="give__tip">
      <Icon name="download" />
      <p>
        For later years: <a href={`/e/${uuid}/keepsake`}>pack everything in one box</a>, with the film, the clips and
        the guestbook.
      </p>
    </div>
  );
}

/** The way to a premiere. */
function Together({ event: { uuid } }: Pick<StateProps, 'event'>) {
  return (
    <div className="give__tip">
      <Icon name="users" />
      <p>
        Far apart? <a href={`/e/${uuid}/premiere`}>Watch it together</a> at the same moment, wherever you are.
      </p>
    </div>
  );
}
