import type { SecondFactorState } from '../../src/shared/contracts/second-factor.ts';
import { count, date } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { AnyCode } from '../ui/code-from-app.tsx';
import { FixedRow, Row } from './row.tsx';
import type { DateLook, Refused } from './settings-props.ts';

interface SecondStepProps {
  state: SecondFactorState;
  refused: Refused | null;
  look: DateLook;
}

const FEW = 3;

/** Two-factor by app: off, or on with its actions. */
export function SecondStep({ state, refused, look }: SecondStepProps) {
  if (!state.isOn) {
    return (
      <FixedRow
        title="Second step"
        value="Besides your password, we ask for a code from an app on your phone. Anyone who learns your password still can’t get in."
        action={
          <ButtonLink kind="second" size="small" href="/settings/second-step">
            Turn it on
          </ButtonLink>
        }
      />
    );
  }
  const left = state.recoveryCodesLeft;
  const form = refused?.form;
  const words = refused?.fields?.code ?? refused?.error ?? null;
  return (
    <Row
      id="second-step"
      title="Second step"
      value={
        <>
          {state.since && `On since ${date(state.since, { ...look, style: 'full' })}. `}
          {left === 0 ? 'No recovery code is left.' : `${count(left, 'recovery code')} left.`}
        </>
      }
      badge={left < FEW ? { tone: 'warn', text: 'Get new codes' } : { tone: 'good', text: 'On' }}
      isOpen={form === 'recovery-codes' || form === 'second-step-off'}
    >
      <form method="post" action="/settings/second-step/recovery-codes" className="settings__inline-form" noValidate>
        <AnyCode
          id="renew-code"
          label="New recovery codes: enter a code from your app"
          hint="You’ll get ten new ones. The old ones stop working."
          error={form === 'recovery-codes' ? words : null}
          focused={form === 'recovery-codes'}
        />
        <Button type="submit" kind="second">
          Make new codes
        </Button>
      </form>
      <form method="post" action="/settings/second-step/off" className="settings__inline-form" noValidate>
        <AnyCode
          id="off-code"
          label="Turn it off: enter a code from your app, or a recovery code"
          error={form === 'second-step-off' ? words : null}
          focused={form === 'second-step-off'}
        />
        <Button type="submit" kind="second">
          Turn it off
        </Button>
      </form>
    </Row>
  );
}
