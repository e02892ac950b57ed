import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import type { ContractData } from '../../src/shared/contract.ts';
import { type AuthenticationAnswer, offerSignIn, signInWithPasskey } from '../../src/shared/contracts/passkeys.ts';
import { Button } from '../../views/ui/button.tsx';
import { FieldError } from '../../views/ui/field.tsx';
import { api, isBusy, isRefused, reasonOf } from '../runtime/api.ts';

export interface PasskeyLoginProps {
  /** Local path to redirect to. */
  goOn: string;
}

type Offer = ContractData<typeof offerSignIn>;

/** Signs in with a passkey: from autofill below the address, or by a button. */
export default function PasskeyLogin({ goOn }: PasskeyLoginProps) {
  // Assume support, as in nearly every browser, so that the layout doesn't shift.
  const [isSupported, setSupported] = useState(true);
  const [step, setStep] = useState<'ready' | 'asking' | 'entering'>('ready');
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    setSupported(browserSupportsWebAuthn());
    let isOver = false;
    async function waitForChoice(): Promise<void> {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const offer = await api.call(offerSignIn);
      if (isOver) return;
      const answer = await answerTo(offer, true);
      setStep('entering');
      try {
        await api.call(signInWithPasskey, { body: { ticket: offer.ticket, answer } });
        window.location.assign(goOn);
      } catch (error) {
        setStep('ready');
        setProblem(wordsFor(error));
      }
    }
    // Until a passkey is chosen, failures are of no interest.
    waitForChoice().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [goOn]);

  async function ask(): Promise<void> {
    setStep('asking');
    setProblem(null);
    try {
      const offer = await api.call(offerSignIn);
      const answer = await answerTo(offer, false);
      setStep('entering');
      await api.call(signInWithPasskey, { body: { ticket: offer.ticket, answer } });
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

/** The user closed the browser's dialog, or another one replaced it. */
function isCancelled(error: unknown): boolean {
  if (error instanceof WebAuthnError)
    return error.code === 'ERROR_CEREMONY_ABORTED' || error.name === 'NotAllowedError';
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

function wordsFor(error: unknown): string {
  const isWrong = isRefused(error) && error.code === 'WRONG_CREDENTIALS';
  // The line or the server failed, or there is more to say about the account.
  if (!isWrong && (isRefused(error) || isBusy(error))) return reasonOf(error);
  return 'That passkey didn’t work here. Please log in another way.';
}
