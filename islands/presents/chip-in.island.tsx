import { useState } from 'react';
import { money } from '../../src/shared/format.ts';
import { dollarsToCents } from '../../src/shared/forms/dollars.ts';
import { NAME_MAX, PRESENTS } from '../../src/shared/limits.ts';
import { type CardFee, feeFor, POOL_AMOUNTS } from '../../src/shared/presents.ts';
import { Button } from '../../views/ui/button.tsx';
import { Checkbox } from '../../views/ui/choice.tsx';
import { EmailField } from '../../views/ui/email-field.tsx';
import { Field, FieldError } from '../../views/ui/field.tsx';

export interface ChipInProps {
  /** Path of the form. */
  action: string;
  /** First names of the recipients; null in a memorial, where they are not those who get it. */
  names: string | null;
  fee: CardFee;
  /** What was typed before a refusal, or what is known of the contributor. */
  values: { amount: string; other: string; name: string; email: string; message: string; anonymous: boolean };
  /** Messages of a refused form, by field; `form` for all of it. */
  errors: Partial<Record<'amount' | 'name' | 'email' | 'message' | 'form', string>>;
}

const OTHER = 'other';
const FIELDS = ['amount', 'name', 'message', 'email'] as const;

/** Money for the pool: a form that also works without script, which then shows the sum on the next page only. */
export default function ChipIn({ action, names, fee, values, errors }: ChipInProps) {
  const [amount, setAmount] = useState(values.amount);
  const [other, setOther] = useState(values.other);
  const cents = amount === OTHER ? dollarsToCents(other) : Number(amount);
  const isFine = cents !== null && cents >= PRESENTS.least && cents <= PRESENTS.most;
  const isOther = amount === OTHER;
  const first = FIELDS.find((field) => errors[field]);
  const extra = isFine ? feeFor(cents, fee) : 0;
  return (
    <form className="extras__form" method="post" action={action} aria-labelledby="chip-in">
      <fieldset className="extras__amounts">
        <legend className="field__label">How much?</legend>
        <div>
          {POOL_AMOUNTS.map((each) => (
            <label key={each} className="extras__amount">
              <input
                type="radio"
                name="amount"
                value={each}
                checked={amount === String(each)}
                onChange={() => setAmount(String(each))}
              />
              {money(each, { short: true })}
            </label>
          ))}
          <label className="extras__amount">
            <input type="radio" name="amount" value={OTHER} checked={isOther} onChange={() => setAmount(OTHER)} />
            Other
          </label>
        </div>
        <Field
          className={isOther ? undefined : 'l-without-script'}
          label="Another amount, in dollars"
          name="other"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          value={other}
          onChange={(event) => setOther(event.currentTarget.value)}
          hint="From $1 to $500"
          error={isOther ? errors.amount : undefined}
          focused={isOther && first === 'amount'}
        />
        {!isOther && errors.amount && <FieldError>{errors.amount}</FieldError>}
      </fieldset>
      <Field
        label="Your name"
        name="name"
        defaultValue={values.name}
        autoComplete="given-name"
        maxLength={NAME_MAX}
        required
        error={errors.name}
        focused={first === 'name'}
      />
      <Field
        label="A few words, if you like"
        name="message"
        defaultValue={values.message}
        maxLength={PRESENTS.messageMax}
        error={errors.message}
        focused={first === 'message'}
      />
      <EmailField
        id="chip-in-email"
        label="Email, if you like"
        hint="For your receipt, and if the money goes back to you"
        autoComplete="email"
        required={false}
        defaultValue={values.email}
        error={errors.email}
        focused={first === 'email'}
      />
      <Checkbox
        name="anonymous"
        value="yes"
        label={names === null ? 'Don’t show my name' : `Don’t show my name to ${names}`}
        defaultChecked={values.anonymous}
      />
      {isFine && (
        <dl className="extras__sum l-needs-script" aria-live="polite">
          <div>
            <dt>For {names ?? 'the gift'}</dt>
            <dd>{money(cents)}</dd>
          </div>
          <div>
            <dt>Card fee</dt>
            <dd>{money(extra)}</dd>
          </div>
          <div>
            <dt>You pay</dt>
            <dd>{money(cents + extra)}</dd>
          </div>
        </dl>
      )}
      <p className="l-small l-without-script">
        The card’s fee of {fee.percent} % and {fee.cents} cents is added; you see the sum before you pay.
      </p>
      {errors.form && <FieldError>{errors.form}</FieldError>}
      <Button type="submit" wide>
        <span className="l-needs-script">{isFine ? `Pay ${money(cents + extra)}` : 'Pay'}</span>
        <span className="l-without-script">See the sum and pay</span>
      </Button>
    </form>
  );
}
