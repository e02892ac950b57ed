import type { Passkey } from '../../src/shared/contracts/passkeys.ts';
import { date } from '../../src/shared/format.ts';
import { Island } from '../base/island.tsx';
import { Button } from '../ui/button.tsx';
import { CodeFromApp } from '../ui/code-from-app.tsx';
import { Field } from '../ui/field.tsx';
import { List } from '../ui/list.tsx';
import { FixedRow } from './row.tsx';
import type { DateLook, Refused } from './settings-props.ts';

const NAME_MAX = 60;

interface PasskeysProps {
  userId: string;
  passkeys: readonly Passkey[];
  /** Whether a two-factor code is required. */
  asksCode: boolean;
  refused: Refused | null;
  look: DateLook;
}

/** Passkeys: explanation, list, and a button to add one. */
export function Passkeys({ userId, passkeys, asksCode, refused, look }: PasskeysProps) {
  return (
    <FixedRow
      title="Passkeys"
      value="Log in with your finger, your face or your phone’s PIN, and no password."
      action={<Island name="passkey-add" when="visible" props={{ userId, asksCode }} />}
    >
      <noscript>
        <p className="l-small">Adding one needs JavaScript.</p>
      </noscript>
      {passkeys.length > 0 && (
        <List className="settings__passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              asksCode={asksCode}
              problem={refused?.values.id === passkey.id ? refused.fields?.code : undefined}
              look={look}
            />
          ))}
        </List>
      )}
    </FixedRow>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  asksCode: boolean;
  /** Error of the code for removing it. */
  problem: string | undefined;
  look: DateLook;
}

function PasskeyRow({ passkey, asksCode, problem, look }: PasskeyRowProps) {
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey;
  const day = (at: string) => date(at, { ...look, style: 'full' });
  return (
    <li>
      <details className="settings__passkey" open={problem !== undefined}>
        <summary>
          <span>
            <strong>{name}</strong>{' '}
            <span className="l-small settings__passkey-since">
              since {day(createdAt)}
              {lastUsedAt ? `, last used ${day(lastUsedAt)}` : ', not used yet'}
            </span>
          </span>
          <span className="settings__act">Change</span>
        </summary>
        <form method="post" action="/settings/profile/passkeys/rename" className="settings__inline-form" noValidate>
          <input type="hidden" name="id" value={id} />
          <Field id={`name-${id}`} name="name" label="Name" defaultValue={name} maxLength={NAME_MAX} required />
          <Button type="submit" kind="second">
            Save
          </Button>
        </form>
        <form
          method="post"
          action="/settings/profile/passkeys/remove"
          className={asksCode ? 'settings__form' : 'settings__inline-form'}
        >
          <input type="hidden" name="id" value={id} />
          <p className="l-small">
            {isSynced ? 'All your devices share it.' : 'It is on one device only.'} Once you’ve removed it here, delete
            it there too.
          </p>
          {asksCode && <CodeFromApp id={`code-${id}`} error={problem} focused={problem !== undefined} />}
          <Button type="submit" kind="second" icon="trash" aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </form>
      </details>
    </li>
  );
}
