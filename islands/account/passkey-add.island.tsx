import { browserSupportsWebAuthn, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addPasskey, offerPasskey, type RegistrationAnswer } from '../../src/shared/contracts/passkeys.ts';
import { Button } from '../../views/ui/button.tsx';
import { CodeFromApp } from '../../views/ui/code-from-app.tsx';
import { FieldError } from '../../views/ui/field.tsx';
import { api, isBusy, isRefused, reasonOf } from '../runtime/api.ts';

export interface PasskeyAddProps {
  userId: string;
  /** Whether a two-factor code is required. */
  asksCode: boolean;
}

const HERE = '/settings/profile';

/** Creates a passkey in this browser, or says that it can't. */
export default function PasskeyAdd({ userId, asksCode }: PasskeyAddProps) {
  const [isSupported, setSupported] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [hasStep, setHasStep] = useState(!asksCode);

  const code = useRef('');

  useEffect(() => setSupported(browserSupportsWebAuthn()), []);

  async function add(): Promise<void> {
    setBusy(true);
    setProblem(null);
    setCodeProblem(null);
    let isSent = false;
    try {
      const params = { id: userId };
      const { options, ticket } = await api.call(offerPasskey, { params, body: { code: code.current } });
      setHasStep(true);
      const { id, rawId, type, response } = await startRegistration({ optionsJSON: options as never });
      const { clientDataJSON, attestationObject, transports } = response;
      const answer = {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject, transports },
      } as RegistrationAnswer;
      isSent = true;
      await api.call(addPasskey, { params, body: { ticket, answer } });
      // The address of the last one that was added, with its fragment, would not be requested again.
      window.history.replaceState(window.history.state, '', HERE);
      window.location.assign(`${HERE}?saved=passkey-added#security`);
    } catch (error) {
      setBusy(false);
      if (isRefused(error) && error.code === 'SIGN_IN_AGAIN') {
        window.location.assign(`/auth/login?again=1&next=${encodeURIComponent(`${HERE}#security`)}`);
        return;
      }
      const atCode = isRefused(error) ? error.fields.code : undefined;
      if (atCode) setHasStep(false);
      setCodeProblem(atCode ?? null);
      setProblem(atCode ? null : wordsFor(error, isSent));
    }
  }

  function onKey({ key }: KeyboardEvent): void {
    if (key === 'Enter' && !isBusy) void add();
  }

  if (isSupported === false) return <p className="l-small">This browser can’t make passkeys.</p>;
  return (
    // Not a form: without script, a browser would put the code into the URL.
    <div className="settings__passkey-add l-needs-script">
      {!hasStep && (
        <CodeFromApp
          id="passkey-code"
          error={codeProblem}
          onChange={(event) => {
            code.current = event.target.value;
          }}
          onKeyDown={onKey}
        />
      )}
      <Button kind="second" size="small" icon="plus" busy={isBusy} onClick={() => void add()}>
        {isBusy ? 'Waiting for your device …' : 'Add a passkey'}
      </Button>
      <div role="status">{problem && <FieldError>{problem}</FieldError>}</div>
    </div>
  );
}

function wordsFor(error: unknown, isSent: boolean): string | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device already has a passkey for VidDay.';
  }
  // The user closed the browser's dialog.
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null;
  // The server's message is meant for users.
  if (isRefused(error)) return error.message;
  if (isSent) return 'We lost the answer, so the passkey may have been added. Please reload the page and have a look.';
  if (isBusy(error)) return reasonOf(error);
  return 'That didn’t work on this device. Nothing has changed.';
}
