import { useState } from 'react';
import { date } from '../../../src/shared/format.ts';
import { Postmark } from '../../../views/ui/badge.tsx';
import { Button } from '../../../views/ui/button.tsx';
import { Drawer } from '../../../views/ui/drawer.tsx';
import { Torn } from '../../../views/ui/paper.tsx';
import { CopyButton } from '../../clipboard/copy-button.tsx';
import type { UploadItem } from '../core/upload-item.ts';
import { EmailAsk } from './email-ask.tsx';
import { emailHint, type HandinAbout, thanksText, thanksTitle } from './handin-words.tsx';
import { ItemStamp } from './item-stamp.tsx';

interface ThanksSheetProps {
  about: HandinAbout;
  /** Completed items without thanks yet; at least one. */
  items: readonly UploadItem[];
  posters: Readonly<Record<string, string>>;
  onDone(): void;
  onAnother(): void;
  /** An address given here, after Send. */
  onEmail(email: string): void;
}

/** Maximum stamps in the fan. */
const FAN = 3;

/** Thanks after everything is in, with the link to the clip and a button for another. */
export function ThanksSheet({ about, items, posters, onDone, onAnother, onEmail }: ThanksSheetProps) {
  const [isAsking, setAsking] = useState(false);
  const receipts = items.flatMap(({ receipt }) => receipt ?? []);
  const [receipt] = receipts;
  const email = about.canMail ? items.find(({ signed }) => signed?.email)?.signed?.email : null;
  return (
    <Drawer
      className="handin__thanks"
      title=""
      onClose={onDone}
      head={(titleId) => (
        <div className="handin__thanks-head">
          <Torn isDecoration>
            <div className="handin__posted">
              {items.slice(0, FAN).map((item) => (
                <ItemStamp key={item.id} item={item} poster={posters[item.id]} />
              ))}
              <Postmark lines={['SENT', date(new Date(), { style: 'short', timeZone: ownZone() }).toUpperCase()]} />
            </div>
          </Torn>
          <div className="handin__said" role="status">
            <h2 id={titleId}>{thanksTitle(about, items.length)}</h2>
            <p className="l-lead">{thanksText(about, items.length)}</p>
          </div>
        </div>
      )}
      footer={
        <>
          <Button size="big" wide icon="plus" onClick={onAnother}>
            Add another
          </Button>
          <Button kind="quiet" onClick={onDone}>
            I’m done
          </Button>
        </>
      }
    >
      {receipt && (
        <div className="handin__to-change">
          <p>
            <strong>Want to change something?</strong>{' '}
            <span className="l-small">
              {receipts.length > 1
                ? 'Each clip has a private link to watch it, fix your name or take it back. They’re listed below on this page.'
                : 'Your private link lets you watch it, fix your name or take it back.'}
            </span>
          </p>
          {isAsking && !email ? (
            <EmailAsk receipts={receipts} hint={emailHint(about)} onGiven={onEmail} />
          ) : (
            <div className="drawer__two">
              {receipts.length === 1 && (
                <CopyButton kind="second" size="small" value={receipt.url}>
                  Copy my link
                </CopyButton>
              )}
              {about.canMail && !email && (
                <Button kind="second" size="small" icon="mail" onClick={() => setAsking(true)}>
                  Email it to me
                </Button>
              )}
            </div>
          )}
          {email && (
            <p className="l-small" role="status">
              We’ll email it to <bdi>{email}</bdi>.
            </p>
          )}
          {about.takesExtras && (
            <p className="l-small">
              Only if you like:{' '}
              <a href={`${receipt.url}#extras`}>
                {about.isQuiet ? 'give something together' : 'chip in for a gift'}, or plant a tree
              </a>
              .
            </p>
          )}
        </div>
      )}
    </Drawer>
  );
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
