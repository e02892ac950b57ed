import type { StartErrors, StartValues } from '../../src/shared/contracts/start-form.ts';
import { MESSAGE_MAX, NAME_MAX, PROMPT_MAX, RECIPIENTS_MAX } from '../../src/shared/limits.ts';
import { promptsFor } from '../../src/shared/occasion-words.ts';
import type { Occasion } from '../../src/shared/occasions.ts';
import { Island } from '../base/island.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, ChoiceGroup } from '../ui/choice.tsx';
import { Field, FieldError, TextArea } from '../ui/field.tsx';
import { List } from '../ui/list.tsx';
import { Banner } from '../ui/notice.tsx';
import { Bow, Ribbon, Wrap } from '../ui/paper.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { type StartWords, startWords } from './start-words.ts';

interface StartFormProps {
  occasion: Occasion;
  /** Title of the event; null until someone is named. */
  title: string | null;
  names: readonly string[];
  values: StartValues;
  errors: StartErrors;
  timeZones: readonly SelectOption[];
  today: string;
  isSignedIn: boolean;
}

/** Number of suggestions ticked at first. */
const TICKED = 3;
const OWN_LINES = 2;

/** Step 2: recipients, deadline, message. */
export function StartForm(props: StartFormProps) {
  const { occasion, title, values, errors } = props;
  const wrong = Object.keys(errors).length;
  const words = startWords(occasion);
  return (
    <>
      <header className="start__head start__head--paper">
        <Wrap className="start__paper">
          <Ribbon />
          <Bow />
        </Wrap>
        <div className="l-stack">
          <p className="l-small">
            Step 2 of 2: {occasion.type === 'other' ? 'something of your own' : occasion.label.toLowerCase()}.{' '}
            <a href="/start-a-vidday">Choose another</a>
          </p>
          <h1>{title ?? `A film ${occasion.phrase}`}</h1>
        </div>
      </header>
      {wrong > 0 && (
        <Banner tone="bad" role="alert" title={wrong === 1 ? 'One thing is missing' : 'A few things are missing'}>
          {errors.form ?? 'Everything you wrote is still here. Check the fields marked in red below.'}
        </Banner>
      )}
      <form className="start__form" method="post" action="/start-a-vidday" data-form="start" noValidate>
        {/* Enter in a field presses the first submit button, which must be this one. */}
        <button className="l-unseen" type="submit" name="do" value="create" tabIndex={-1} aria-hidden="true">
          {words.submit}
        </button>
        <input type="hidden" name="occasion" value={occasion.type} />
        {occasion.type === 'other' && (
          <Field
            id="occasion-other"
            name="occasionOther"
            label="What is the occasion?"
            hint="A name day, a first marathon, just because."
            maxLength={NAME_MAX}
            defaultValue={values.occasionOther}
            error={errors.occasionOther}
          />
        )}
        <People {...props} />
        <Deadline {...props} />
        <Words {...props} />
        <Island name="kept-code" when="load" props={{ eventId: null, field: null }} />
        <div className="start__end">
          <Button type="submit" name="do" value="create" size="big">
            {words.submit}
          </Button>
          <p className="l-small">
            You’ll get one link to share. {!props.isSignedIn && 'No account needed yet. '}You don’t pay until you like
            what you see.
          </p>
        </div>
      </form>
    </>
  );
}

function People({ occasion, values, errors }: StartFormProps) {
  const many = values.people.length > 1;
  const words = startWords(occasion);
  return (
    <fieldset className="start__part">
      <legend className="start__title">{many ? words.manyWho : words.who}</legend>
      <List className="start__people" ordered>
        {values.people.map((person, index) => (
          <li key={index.toString()}>
            <PersonRow
              person={person}
              index={index}
              errors={errors}
              words={words}
              focused={person.firstName === '' && (index === 0 || index === values.people.length - 1)}
            />
          </li>
        ))}
      </List>
      {errors.people && <FieldError>{errors.people}</FieldError>}
      {values.people.length < RECIPIENTS_MAX && (
        <Button type="submit" name="do" value="add-recipient" kind="second" size="small" icon="plus" formNoValidate>
          Add another person
        </Button>
      )}
    </fieldset>
  );
}

interface PersonRowProps {
  person: StartValues['people'][number];
  index: number;
  errors: StartErrors;
  words: StartWords;
  focused: boolean;
}

function PersonRow({ person, index, errors, words, focused }: PersonRowProps) {
  const first = index === 0;
  const nth = first ? '' : `, person ${index + 1}`;
  const error = (field: string) => errors[`people.${index}.${field}`];
  return (
    <div className="start__person">
      <Field
        id={`first-name-${index}`}
        name="firstName[]"
        label={`First name${nth}`}
        hint={first ? words.firstNameHint : undefined}
        autoComplete="off"
        maxLength={NAME_MAX}
        required={first}
        defaultValue={person.firstName}
        error={error('firstName')}
        focused={focused}
      />
      <Field
        id={`last-name-${index}`}
        name="lastName[]"
        label={`Last name${nth}`}
        hint={first ? 'Optional.' : undefined}
        autoComplete="off"
        maxLength={NAME_MAX}
        defaultValue={person.lastName}
        error={error('lastName')}
      />
      <Field
        id={`email-${index}`}
        className="start__mail"
        name="email[]"
        type="email"
        inputMode="email"
        label={`${words.mail}${nth}`}
        hint={first ? words.mailHint : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={person.email}
        error={error('email')}
      />
    </div>
  );
}

function Deadline({ occasion, values, errors, timeZones, today }: StartFormProps) {
  return (
    <fieldset className="start__part">
      <legend className="start__title">When should clips be in by?</legend>
      <p className="l-small">{startWords(occasion).deadlineHint}</p>
      <div className="start__when">
        <Field
          id="date"
          name="date"
          type="date"
          label="Day"
          min={today}
          defaultValue={values.date}
          error={errors.date}
        />
        <Field id="time" name="time" type="time" label="Time" defaultValue={values.time} />
        <Select
          id="time-zone"
          name="timeZone"
          label="Time zone"
          defaultValue={values.timeZone}
          error={errors.timeZone}
          options={[{ value: '', label: 'Please choose' }, ...timeZones]}
        />
        <Island name="own-zone" when="load" props={{ field: 'time-zone' }} />
      </div>
    </fieldset>
  );
}

function Words({ occasion, names, values, errors }: StartFormProps) {
  const words = startWords(occasion);
  const suggested = promptsFor(occasion.type, names);
  const ticked = values.prompts ?? suggested.slice(0, TICKED);
  const own = ticked.filter((prompt) => !suggested.includes(prompt));
  const lines = [...own, ...Array.from({ length: OWN_LINES }, () => '')];
  return (
    <>
      <fieldset className="start__part">
        <legend className="start__title">{words.message}</legend>
        <TextArea
          id="message"
          name="message"
          label="Your message"
          hint={words.messageHint}
          maxLength={MESSAGE_MAX}
          defaultValue={values.message}
          error={errors.message}
        />
      </fieldset>
      <ChoiceGroup
        className="start__part"
        legend={<span className="start__title">Questions to get people started</span>}
        hint="Tick the ones you like, or write your own."
        error={errors.prompts}
      >
        {names.map((name, index) => (
          <input key={index.toString()} type="hidden" name="suggestedFor[]" value={name} />
        ))}
        {suggested.map((prompt) => (
          <Checkbox
            key={prompt}
            name="prompts[]"
            value={prompt}
            label={prompt}
            defaultChecked={ticked.includes(prompt)}
          />
        ))}
        {lines.map((line, index) => (
          <Field
            key={index.toString()}
            id={`own-prompt-${index}`}
            name="prompts[]"
            label={`Your own question ${index + 1}`}
            hideLabel
            placeholder="Your own question"
            maxLength={PROMPT_MAX}
            defaultValue={line}
          />
        ))}
      </ChoiceGroup>
    </>
  );
}
