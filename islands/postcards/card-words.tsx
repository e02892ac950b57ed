import { ADDRESS_LINES } from '../../src/shared/forms/address-lines.ts';
import { byFieldOfForm, type CardValues } from '../../src/shared/forms/postcard-values.ts';
import { keysOf } from '../../src/shared/known-values.ts';
import { POSTCARD } from '../../src/shared/limits.ts';
import { HANDS } from '../../src/shared/postcards.ts';
import { ChoiceGroup, Radio } from '../../views/ui/choice.tsx';
import { Field, TextArea } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Select } from '../../views/ui/select.tsx';
import type { PostcardEditorProps } from './postcard-editor-props.ts';
import type { CardDraft } from './use-card.ts';

/** Names of the lines of an address in this form, whose card has a name of its own. */
const NAMES = {
  name: 'toName',
  line1: 'line1',
  line2: 'line2',
  city: 'city',
  region: 'region',
  postalCode: 'zip',
} as const satisfies Record<(typeof ADDRESS_LINES)[number]['field'], keyof CardValues>;

/** Fields of the back: message, signature, address and day. */
export function CardWords({ countries, today, draft, canPost }: PostcardEditorProps & { draft: CardDraft }) {
  const { values, card, refused, set } = draft;
  const missing = byFieldOfForm(Object.fromEntries(card.problems.map(({ field, message }) => [field, message])));
  const problem = (name: keyof CardValues) => refused[name] ?? (card.to ? (missing[name] ?? null) : null);
  const isComplete = card.to !== null && !card.problems.some(({ field }) => field.startsWith('to.'));
  return (
    <>
      <section className="postcard__part" aria-labelledby="words">
        <h2 id="words">Message</h2>
        <TextArea
          name="message"
          label="What it says"
          rows={5}
          maxLength={POSTCARD.messageMax}
          value={values.message}
          onChange={({ currentTarget }) => set('message', currentTarget.value)}
          aside={<span className="l-fine">{`${values.message.length} of ${POSTCARD.messageMax}`}</span>}
          error={refused.message}
        />
        <Field
          name="from"
          label="From"
          maxLength={POSTCARD.fromMax}
          value={values.from}
          onChange={({ currentTarget }) => set('from', currentTarget.value)}
          error={refused.from}
        />
        <ChoiceGroup legend="Written in">
          <div className="postcard__hands">
            {keysOf(HANDS).map((hand) => (
              <Radio
                key={hand}
                name="hand"
                value={hand}
                label={HANDS[hand]}
                checked={values.hand === hand}
                onChange={() => set('hand', hand)}
              />
            ))}
          </div>
        </ChoiceGroup>
      </section>
      <section className="postcard__part" aria-labelledby="where">
        <h2 id="where">Where and when</h2>
        {ADDRESS_LINES.map(({ field, label, maxLength }) => (
          <Field
            key={field}
            name={NAMES[field]}
            label={label}
            maxLength={maxLength}
            autoComplete="off"
            value={values[NAMES[field]]}
            onChange={({ currentTarget }) => set(NAMES[field], currentTarget.value)}
            error={problem(NAMES[field])}
          />
        ))}
        <Select
          name="country"
          label="Country"
          options={countries}
          value={values.country}
          onChange={({ currentTarget }) => set('country', currentTarget.value)}
          error={problem('country')}
        />
        {isComplete && (
          <p className="postcard__sharp">
            <Icon name="check" />
            <span>The address looks complete</span>
          </p>
        )}
        <Field
          type="date"
          name="sendOn"
          label="Post it on"
          hint={canPost ? 'Leave it empty to post it at once.' : 'A note for you: it stands with your postcards.'}
          min={today}
          value={values.sendOn}
          onChange={({ currentTarget }) => set('sendOn', currentTarget.value)}
          error={refused.sendOn}
        />
      </section>
    </>
  );
}
