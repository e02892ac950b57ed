import { useState } from 'react';
import { resendVerification } from '../../src/shared/contracts/accounts.ts';
import { Button } from '../../views/ui/button.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { api } from '../runtime/api.ts';

const WORDS = {
  asked: 'We’ve emailed you a link. Open it, then come back and send your gift.',
  sending: 'We’ve emailed you a link. Open it, then come back and send your gift.',
  sent: 'We’ve sent the link again. It can take a minute; check your spam folder too.',
  failed: 'That didn’t work. Please try again in a few minutes.',
};

/** Asks the organiser to confirm their address, and sends the link again. */
export function ConfirmAddress() {
  const [state, setState] = useState<keyof typeof WORDS>('asked');
  async function resend() {
    setState('sending');
    const sent = await api.call(resendVerification, { body: {} }).then(
      () => true,
      () => false,
    );
    setState(sent ? 'sent' : 'failed');
  }
  return (
    <Banner
      tone="info"
      title="First, please confirm your email address"
      role="alert"
      action={
        state !== 'sent' && (
          <Button kind="second" busy={state === 'sending'} onClick={() => void resend()}>
            Resend email
          </Button>
        )
      }
    >
      {WORDS[state]}
    </Banner>
  );
}
