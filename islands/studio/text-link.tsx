import type { Recipient } from '../../src/shared/contracts/events.ts';
import { ButtonLink } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';

/** Longest number that an event takes. */
export const PHONE_MAX = 40;

/** Opens the phone’s own messages with the link in them. Without a number the phone asks for one. */
function TextLink({ name, phone, url }: { name?: string; phone: string; url: string }) {
  const number = phone.replace(/[^\d+]/g, '');
  const href = `sms:${number}?&body=${encodeURIComponent(url)}`;
  return (
    <ButtonLink kind="quiet" size="small" icon="chat" href={href}>
      {name ? (
        <span>
          Text it to <bdi>{name}</bdi>
        </span>
      ) : (
        'Text it'
      )}
    </ButtonLink>
  );
}

/** Opens the phone's messages app with the link, for recipients with a known number, or without a number. */
export function TextTo({ people, url }: { people: readonly Recipient[]; url: string }) {
  const known = people.filter(({ phone }) => phone);
  if (known.length === 0) return <TextLink phone="" url={url} />;
  return known.map(({ id, firstName, phone }) => <TextLink key={id} name={firstName} phone={phone ?? ''} url={url} />);
}

interface TextFieldProps {
  person: Recipient;
  phone: string;
  /** URL in the message. */
  url: string;
  error: string | undefined;
  onChange: (phone: string) => void;
}

/** Somebody’s number, and the link that texts the gift to it. */
export function TextField({ person: { firstName }, phone, url, error, onChange }: TextFieldProps) {
  return (
    <div className="studio-dialogs__copy">
      <Field
        label={
          <>
            <bdi>{firstName}</bdi>’s phone number (optional)
          </>
        }
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={PHONE_MAX}
        value={phone}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="l-row">
        <TextLink name={firstName} phone={phone} url={url} />
      </div>
    </div>
  );
}
