import { type FormEvent, useState } from 'react';
import { addRsvps, type Rsvp, updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import { isOneOf } from '../../src/shared/known-values.ts';
import { NAME_MAX, NOTE_MAX } from '../../src/shared/limits.ts';
import { RSVP_ANSWERS, type RsvpAnswer } from '../../src/shared/rsvp-values.ts';
import { Button } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { api, reasonOf } from '../runtime/api.ts';

export interface RsvpProps {
  /** Uuid of the event. */
  event: string;
  /** First name of the organiser, or null. */
  host: string | null;
  /** The answer that this visitor gave, or could give by their invitation. */
  own: Pick<Rsvp, 'id' | 'firstName' | 'status' | 'note'> | null;
  /** Key of their invitation; null on the public page. */
  invitation: string | null;
}

const WORDS: Record<RsvpAnswer, string> = { yes: 'I’ll do it', maybe: 'Maybe', no: 'I can’t' };

/** Telling the organiser whether to wait; also a form without script. */
export default function RsvpForm({ event, host, own, invitation }: RsvpProps) {
  const [answer, setAnswer] = useState<RsvpAnswer | null>(isOneOf(RSVP_ANSWERS, own?.status) ? own.status : null);
  const [known, setKnown] = useState(own);
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const who = host ?? 'the organiser';
  const asksName = invitation === null && known === null;
  const action = invitation && own ? `/e/${event}/answer/${own.id}` : `/e/${event}/join`;

  async function send(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const sent = new FormData(submitted.currentTarget);
    const said = String(sent.get('answer') ?? '');
    if (!isOneOf(RSVP_ANSWERS, said)) return setProblem('Choose one of the three first.');
    setState('busy');
    setProblem(null);
    const note = String(sent.get('note') ?? '');
    try {
      if (invitation && own) {
        const body = { answer: said, note };
        setKnown(await api.call(updateRsvp, { params: { id: own.id }, query: { i: invitation }, body }));
      } else {
        const firstName = known?.firstName ?? String(sent.get('firstName') ?? '');
        const [stored] = await api.call(addRsvps, { body: { event, firstName, answer: said, note } });
        setKnown(stored ?? null);
      }
      setState('sent');
    } catch (error) {
      setState('idle');
      setProblem(reasonOf(error));
    }
  }

  return (
    <form method="post" action={action} className="rsvp" onSubmit={(submitted) => void send(submitted)}>
      {invitation && <input type="hidden" name="i" value={invitation} />}
      <fieldset className="rsvp__answers">
        <legend className="l-small">Tell {who}, so they know whether to wait.</legend>
        <div className="chips">
          {RSVP_ANSWERS.map((each) => (
            <label key={each} className="chips__chip rsvp__answer">
              <input
                type="radio"
                name="answer"
                value={each}
                required
                className="l-unseen"
                checked={answer === each}
                onChange={() => {
                  setAnswer(each);
                  setState('idle');
                }}
              />
              {WORDS[each]}
            </label>
          ))}
        </div>
      </fieldset>
      {asksName && (
        <Field label="Your name" name="firstName" required maxLength={NAME_MAX} autoComplete="name" dir="auto" />
      )}
      {!asksName && <input type="hidden" name="firstName" value={known?.firstName ?? ''} />}
      <Field
        label={
          <>
            A word to {who} <span className="field__optional">(optional)</span>
          </>
        }
        name="note"
        maxLength={NOTE_MAX}
        defaultValue={own?.note ?? ''}
        dir="auto"
        onChange={() => setState('idle')}
      />
      <div className="l-row">
        <Button type="submit" kind="second" busy={state === 'busy'}>
          Tell {who}
        </Button>
        <p className="l-small rsvp__said" role="status">
          {state === 'sent' && (
            <>
              <Icon name="check" /> {saidWords(answer, who)}
            </>
          )}
          {problem}
        </p>
      </div>
    </form>
  );
}

function saidWords(answer: RsvpAnswer | null, who: string): string {
  if (answer === 'no') return `Thanks for saying so. ${who} knows, and there won’t be reminders.`;
  return `Thanks, ${who} knows. You can still change it.`;
}
