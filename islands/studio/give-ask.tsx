import type { ReactNode } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listNames } from '../../src/shared/format.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Bow, Ribbon, Wrap } from '../../views/ui/paper.tsx';
import { type GiveDraft, isPlanned, oddities } from './give-plan.ts';

interface GiveAskProps {
  event: Event;
  draft: GiveDraft;
  names: ReactNode;
  isBusy: boolean;
  onSend: () => void;
  onBack: () => void;
}

/** Confirmation before the gift is sent: recipients and warnings. */
export function GiveAsk({ event, draft, names, isBusy, onSend, onBack }: GiveAskProps) {
  const odd = oddities(event, Date.now());
  const typed = draft.how === 'text' ? draft.phones : draft.emails;
  const reached = event.recipients.flatMap(({ id }) => typed[id]?.trim() || []);
  const isByHand = draft.how === 'hand';
  return (
    <Dialog
      open
      onClose={onBack}
      className="give give--ask"
      title={isByHand ? <>Ready for {names}?</> : <>Send to {names} now?</>}
    >
      <div className="give__body">
        <Wrap className="give__paper">
          <Ribbon />
          <Bow />
        </Wrap>
        {isByHand ? (
          <p>The link opens the gift right away. We don’t email anyone: you hand it over.</p>
        ) : (
          <p className="give__to">
            We’ll {draft.how === 'text' ? 'text' : 'email'} <strong>{listNames(reached)}</strong>. {names} can open it
            right away.
          </p>
        )}
        {odd.length > 0 && (
          <div className="give__tip">
            <Icon name="clock" />
            <ul>
              {odd.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <footer className="give__foot">
        <Button size="big" wide busy={isBusy} onClick={onSend}>
          {isByHand ? 'Make it ready now' : 'Send it now'}
        </Button>
        <Button size="big" kind="second" wide onClick={onBack}>
          {isPlanned(event) ? 'Keep the plan' : 'Not yet'}
        </Button>
      </footer>
    </Dialog>
  );
}
