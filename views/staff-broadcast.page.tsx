import { AUDIENCES, type Audience, type Broadcast } from '../src/shared/contracts/broadcasts.ts';
import { count, date } from '../src/shared/format.ts';
import { MESSAGE_MAX, SUBJECT_MAX } from '../src/shared/limits.ts';
import type { PageHead } from './layout/document.tsx';
import { DangerNotes, type DangerNotesProps } from './staff/danger-notes.tsx';
import { type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { ChoiceGroup, Radio } from './ui/choice.tsx';
import { Field, TextArea } from './ui/field.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';

interface Words {
  audience: Audience;
  subject: string;
  message: string;
}

export interface BroadcastPageProps {
  frame: DeskFrame;
  /** The admin’s own address. */
  email: string;
  /** What they tried on themselves, as it will read, and for how many people; null if nothing. */
  trial: { words: Words; size: number; text: string } | null;
  broadcasts: readonly Broadcast[];
  proof: DangerNotesProps['proof'];
  /** What was typed and refused, with messages by field. */
  refused: { words: Words; problems: Readonly<Record<string, string>>; problem: string | null } | null;
}

const AUDIENCE_WORDS: Readonly<Record<Audience, { label: string; hint: string }>> = {
  everybody: { label: 'Everybody', hint: 'All accounts with a confirmed address.' },
  makers: { label: 'People who make a VidDay', hint: 'All of these who have one now.' },
  staff: { label: 'Staff only', hint: 'Editors and admins.' },
};

export function broadcastHead(): PageHead {
  return { ...deskHead('Letters'), sheet: 'staff-themes' };
}

/** `/staff/broadcast`: one mail to all accounts of an audience, tried on oneself first. Works without script. */
export function BroadcastPage({ frame, email, trial, broadcasts, proof, refused }: BroadcastPageProps) {
  const words = refused?.words ?? trial?.words ?? { audience: 'everybody', subject: '', message: '' };
  const problems = refused?.problems ?? {};
  // A wrong code leaves the letter ready to go out.
  const ready = !refused || problems.code ? trial : null;
  const isBusy = broadcasts.some(({ status }) => status === 'sending');
  return (
    <DeskLayout
      frame={frame}
      here="/staff/broadcast"
      title="A letter to everybody"
      about="Try it on yourself first, then it can go out. People who unsubscribed get none."
    >
      {refused?.problem && <Banner tone="bad" role="alert" title={refused.problem} />}
      {ready && <Trial trial={ready} email={email} isBusy={isBusy} proof={proof} codeError={problems.code ?? null} />}
      <form method="post" action="/staff/broadcast/try" className="form-set" id="letter">
        <h2>{ready ? 'Change it' : 'Write it'}</h2>
        <ChoiceGroup legend="Who gets it?">
          {AUDIENCES.map((audience) => (
            <Radio
              key={audience}
              name="audience"
              value={audience}
              label={AUDIENCE_WORDS[audience].label}
              hint={AUDIENCE_WORDS[audience].hint}
              defaultChecked={words.audience === audience}
            />
          ))}
        </ChoiceGroup>
        <Field
          label="Subject"
          name="subject"
          defaultValue={words.subject}
          maxLength={SUBJECT_MAX}
          required
          dir="auto"
          error={problems.subject}
        />
        <TextArea
          label="Message"
          name="message"
          rows={10}
          defaultValue={words.message}
          maxLength={MESSAGE_MAX}
          required
          dir="auto"
          hint="{name} becomes each person’s first name. An empty line begins a new paragraph."
          error={problems.message}
        />
        <div className="l-row">
          <Button type="submit" kind={ready ? 'second' : 'main'} icon="mail">
            Send it to me only
          </Button>
        </div>
      </form>
      <section className="staff-broadcast" aria-labelledby="earlier">
        <h2 id="earlier">Earlier letters</h2>
        {broadcasts.length === 0 && (
          <p>Nothing yet. What you send shows up here, and can be stopped while it goes out.</p>
        )}
        <List>
          {broadcasts.map((each) => (
            <Earlier key={each.id} broadcast={each} />
          ))}
        </List>
      </section>
    </DeskLayout>
  );
}

function Trial({
  trial,
  email,
  isBusy,
  proof,
  codeError,
}: {
  trial: NonNullable<BroadcastPageProps['trial']>;
  email: string;
  isBusy: boolean;
  proof: DangerNotesProps['proof'];
  codeError: string | null;
}) {
  const { words, size, text } = trial;
  return (
    <section className="staff-broadcast" aria-labelledby="trial">
      {codeError === null && (
        <Banner tone="good" icon="check" role="status" title={`It’s on its way to ${email}.`}>
          Read it there as others will see it.
        </Banner>
      )}
      <h2 id="trial">Ready to go out?</h2>
      <div className="staff-broadcast__mail">
        <p>
          <strong>
            <bdi>{words.subject}</bdi>
          </strong>
        </p>
        <p className="l-lines" dir="auto">
          {text}
        </p>
      </div>
      <form method="post" action="/staff/broadcast/send" className="desk-panel__form">
        <input type="hidden" name="audience" value={words.audience} />
        <input type="hidden" name="subject" value={words.subject} />
        <input type="hidden" name="message" value={words.message} />
        <DangerNotes
          title={`It goes to ${count(size, 'person', 'people')}: ${AUDIENCE_WORDS[words.audience].label.toLowerCase()}`}
          effects={[
            isBusy ? 'Another letter is on its way: wait for it, or stop it.' : 'It starts within a minute.',
            'You can stop it while it goes out. What has been sent can’t be taken back.',
          ]}
          proof={proof}
          next="/staff/broadcast"
          codeError={codeError}
        />
        <div className="l-row">
          <Button type="submit" icon="send" disabled={isBusy || size === 0 || proof === 'log-in'}>
            Send it to {count(size, 'person', 'people')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function Earlier({ broadcast }: { broadcast: Broadcast }) {
  const { id, subject, audience, status, queued, total, startedAt } = broadcast;
  return (
    <li className="staff-broadcast__line">
      <p className="staff-tracks__name">
        <strong>
          <bdi>{subject}</bdi>
        </strong>
        {status === 'sending' && <Badge tone="info">Going out</Badge>}
        {status === 'stopped' && <Badge tone="warn">Stopped</Badge>}
        {status === 'done' && <Badge tone="good">Sent</Badge>}
        <span className="l-small">
          {AUDIENCE_WORDS[audience].label}, {queued} of {total}, {date(startedAt, { style: 'short-time' })} UTC
        </span>
      </p>
      {status === 'sending' && (
        <form method="post" action={`/staff/broadcast/${id}/stop`}>
          <Button type="submit" kind="second" size="small" icon="close">
            Stop it
          </Button>
        </form>
      )}
    </li>
  );
}
