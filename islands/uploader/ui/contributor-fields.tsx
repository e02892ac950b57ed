import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { EMAIL_MAX, NAME_MAX } from '../../../src/shared/limits.ts';
import { looksLikeMail } from '../../../src/shared/looks-like-mail.ts';
import { Field } from '../../../views/ui/field.tsx';
import type { Contributor } from '../core/upload-item.ts';

interface ContributorFieldsProps {
  contributor: Contributor;
  /** Something is all here and only waits for a name. */
  isWanted: boolean;
  onChange(contributor: Contributor): void;
}

/** A name counts once its owner has stopped typing, in milliseconds: nobody is called "J". */
const STOPPED = 2000;

/** Name and email, remembered for the next time. */
export function ContributorFields({ contributor, isWanted, onChange }: ContributorFieldsProps) {
  const [draft, setDraft] = useState<Contributor | null>(null);
  const [mailError, setMailError] = useState('');
  const latest = useRef(draft);
  latest.current = draft;
  const shown = draft ?? contributor;

  const commit = () => {
    if (!latest.current) return;
    const { name, email } = latest.current;
    onChange({ name: name.trim(), email: looksLikeMail(email) ? email.trim() : '' });
    setMailError(
      email.trim() && !looksLikeMail(email) ? 'Check the address: it should look like name@example.com.' : '',
    );
  };

  useEffect(() => {
    if (!draft || draft.name.trim().length < 2) return;
    const timer = setTimeout(commit, STOPPED);
    return () => clearTimeout(timer);
  });

  // Whoever leaves right after typing has said a name all the same.
  const onLeave = useRef(commit);
  onLeave.current = commit;
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && onLeave.current();
    const left = () => onLeave.current();
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', left);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', left);
    };
  }, []);

  const edit = (field: keyof Contributor) => (event: ChangeEvent<HTMLInputElement>) =>
    setDraft({ ...shown, [field]: event.target.value });

  return (
    <form
      className="name stack"
      onSubmit={(event) => event.preventDefault()}
      // A form of several fields and no button isn't sent by Enter.
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      noValidate
    >
      <h2 className="vh">Your name</h2>
      <Field
        label="Your name, as it appears in the film"
        name="name"
        value={shown.name}
        maxLength={NAME_MAX}
        autoComplete="name"
        enterKeyHint="done"
        error={isWanted && !shown.name.trim() ? 'Add your name to send it.' : undefined}
        onChange={edit('name')}
        onBlur={commit}
      />
      <Field
        label="Email, to swap or take back a clip later"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="you@example.com"
        hint="Just for your own link."
        value={shown.email}
        maxLength={EMAIL_MAX}
        error={mailError || undefined}
        onChange={edit('email')}
        onBlur={commit}
      />
    </form>
  );
}
