import type { ReactNode } from 'react';
import { EMAIL_MAX, NAME_MAX } from '../../../src/shared/limits.ts';
import { Field } from '../../../views/ui/field.tsx';
import type { Contributor } from '../core/upload-item.ts';
import { emailHint, type HandinAbout, nameHint } from './handin-words.tsx';

interface FromFieldsProps {
  about: HandinAbout;
  known: Contributor;
  errors: { name?: string; email?: string };
  onChange(contributor: Contributor): void;
  /** Below the name: other people in the clip. */
  children: ReactNode;
}

/** Name and address of the sender. Input is stored at once, but not sent. */
export function FromFields({ about, known, errors, onChange, children }: FromFieldsProps) {
  return (
    <>
      <Field
        data-focus
        className="handin__from"
        label="From"
        name="name"
        value={known.name}
        maxLength={NAME_MAX}
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="send"
        dir="auto"
        hint={nameHint(about)}
        error={errors.name}
        onChange={(event) => onChange({ ...known, name: event.target.value })}
      />
      {children}
      <Field
        label={
          <>
            Email <span className="field__optional">(optional)</span>
          </>
        }
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="you@example.com"
        maxLength={EMAIL_MAX}
        hint={emailHint(about)}
        value={known.email}
        error={errors.email}
        onChange={(event) => onChange({ ...known, email: event.target.value })}
      />
    </>
  );
}
