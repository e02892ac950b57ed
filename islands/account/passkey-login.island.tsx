import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { callOf } from '../../src/shared/call-of.ts';
import type { ContractData } from '../../src/shared/contract.ts';
import type { AuthenticationAnswer, offerSignIn, signInWithPasskey } from '../../src/shared/contracts/passkeys.ts';
import { Button } from '../../views/ui/button.tsx';
import { FieldError } from '../../views/ui/field.tsx';
import { api, isRefused } from '../runtime/api.ts';

export interface PasskeyLoginProps {
  /** Where to go once it worked: a path of ours. */
  goOn: string;
}

const getOffer = callOf<typeof offerSignIn>('POST', '/api/v2/auth/passkey/options');
const enter = callOf<typeof signInWithPasskey>('POST', '/api/v2/auth/passkey');

type Offer = ContractData<typeof offerSignIn>;

/** Signs in by a passkey: from the list that a browser shows below the address, or by a button. */
export default function PasskeyLogin({ goOn }: PasskeyLoginProps) {
  // Nearly every browser does: the button has its place before that is known.
  const [isSupported, setSupported] = useState(true);
  const [step, setStep] = useState<'ready' | 'asking' | 'entering'>('ready');
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    setSupported(browserSupportsWebAuthn());
    let isOver = false;
    async function waitForChoice(): Promise<void> {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const offer = await api.call(getOffer);
      if (isOver) return;
      const answer = await answerTo(offer, true);
      setStep('entering');
      try {
        await api.call(enter, { body: { ticket: offer.ticket, answer } });
        window.location.assign(goOn);
      } catch (error) {
        setStep('ready');
        setProblem(wordsFor(error));
      }
    }
    // Until somebody has chosen a passkey, nobody asked for anything that could fail.
    waitForChoice().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [goOn]);

  async function ask(): Promise<void> {
    setStep('asking');
    setProblem(null);
    try {
      const offer = await api.call(getOffer);
      const answer = await answerTo(offer, false);
      setStep('entering');
      await api.call(enter, { body: { ticket: offer.ticket, answer } });
      window.location.assign(goOn);
    } catch (error) {
      setStep('ready');
      if (!isCancelled(error)) setProblem(wordsFor(error));
    }
  }

  if (!isSupported) return null;
  return (
    <div className="l-stack l-needs-script">
      <Button kind="second" wide icon="lock" busy={step !== 'ready'} onClick={() => void ask()}>
        {step === 'entering' ? 'Logging you in …' : 'Use a passkey'}
      </Button>
      <div role="status">{problem && <FieldError>{problem}</FieldError>}</div>
    </div>
  );
}

async function answerTo({ options }: Offer, useBrowserAutofill: boolean): Promise<AuthenticationAnswer> {
  const given = { optionsJSON: options as never, useBrowserAutofill };
  const { id, rawId, type, response } = await startAuthentication(given);
  return { id, rawId, type, response } as AuthenticationAnswer;
}

/** Somebody closed the browser's own window, or another question took its place. */
function isCancelled(error: unknown): boolean {
  if (error instanceof WebAuthnError)
    return error.code === 'ERROR_CEREMONY_ABORTED' || error.name === 'NotAllowedError';
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

function wordsFor(error: unknown): string {
  const code = isRefused(error) ? error.code : null;
  if (code === 'EXPIRED') return 'That took too long. Please try again.';
  if (code === 'TOO_MANY_REQUESTS') return 'Too many tries. Please wait a few minutes.';
  return 'That passkey didn’t work here. Please log in another way.';
}
