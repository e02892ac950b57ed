import { ChatSlip } from '../../views/ui/chat.tsx';
import type { Outbox, Stuck, Unsent } from './outbox.ts';

export interface UnsentSlipProps {
  message: Unsent;
  stuck: Stuck;
  outbox: Pick<Outbox, 'retry' | 'remove'>;
}

/** A message being sent, or refused with the reason, retry and discard. */
export function UnsentSlip({ message, stuck, outbox }: UnsentSlipProps) {
  const { clientId, text, refusal } = message;
  return (
    <ChatSlip
      isOwn
      className={refusal ? 'chat__slip--refused' : 'chat__slip--waiting'}
      parts={[{ text, href: null }]}
      foot={
        refusal ? (
          <>
            <span className="chat__refusal" role="alert">
              Not sent: {refusal}
            </span>
            <button type="button" onClick={() => outbox.retry(clientId)}>
              Try again
            </button>
            <button type="button" onClick={() => outbox.remove(clientId)}>
              Remove
            </button>
          </>
        ) : (
          <span>{stuck ? 'Waiting…' : 'Sending…'}</span>
        )
      }
    />
  );
}
