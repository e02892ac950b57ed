import { type ChangeEvent, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { addRsvps, type ImportedRow, importRsvps, type Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { count } from '../../src/shared/format.ts';
import { EMAIL_MAX, NAME_MAX } from '../../src/shared/limits.ts';
import { Badge } from '../../views/ui/badge.tsx';
import { Button } from '../../views/ui/button.tsx';
import { FieldError, TextArea } from '../../views/ui/field.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { pickContacts } from './pick-contacts.ts';

interface ImportPeopleProps {
  uuid: string;
  onAdded: (guests: readonly Rsvp[]) => void;
}

type Row = ImportedRow & { id: number; isPicked: boolean };

/** What became of a row that was sent. */
type Problem = Pick<Row, 'message' | 'state' | 'isPicked'> & { index: number };

const BADGES = {
  new: { tone: 'good', label: 'New' },
  duplicate: { tone: undefined, label: 'Already here' },
  refused: { tone: 'bad', label: 'Left out' },
  bad: { tone: 'bad', label: 'To fix' },
} as const;
/** What needs the organiser comes first. */
const ORDER = ['bad', 'new', 'duplicate', 'refused'] as const;

/** Pasted text, a file or the phone's contacts: shown as understood, added only then. */
export function ImportPeople({ uuid, onAdded }: ImportPeopleProps) {
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [said, say] = useState('');
  const [isBusy, setBusy] = useState(false);
  const picked = (rows ?? []).filter(({ isPicked }) => isPicked);

  async function run(work: () => Promise<void>) {
    setBusy(true);
    setTrouble(null);
    say('');
    try {
      await work();
    } catch (error) {
      setTrouble(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }
  const read = (sent: { text: string } | { file: string }) =>
    run(async () => {
      const found = await api.call(importRsvps, { body: { event: uuid, ...sent, preview: true } });
      setRows(sorted(found.map((row, id) => ({ ...row, id, isPicked: row.state === 'new' }))));
      if (found.length === 0) setTrouble('We found nobody in there.');
    });
  const takeFile = (change: ChangeEvent<HTMLInputElement>) => {
    const [file] = change.target.files ?? [];
    change.target.value = '';
    if (file) void run(async () => read({ file: await base64Of(file) }));
  };
  const takeContacts = () =>
    run(async () => {
      const lines = await pickContacts();
      if (!lines) return;
      setText(lines);
      await read({ text: lines });
    });
  const add = () =>
    run(async () => {
      const people = picked.map(({ firstName, lastName, email, phone }) => ({ firstName, lastName, email, phone }));
      const sent = picked.map(({ id }) => id);
      const mark = (problems: readonly Problem[]) => {
        const of = new Map(problems.map(({ index, ...problem }) => [sent[index], problem]));
        setRows((now) => now && sorted(now.map((row) => ({ ...row, ...of.get(row.id) }))));
        return of;
      };
      try {
        const { data, meta } = await api.callBeside(addRsvps, { body: { event: uuid, people } });
        onAdded(data);
        const out = mark([
          ...meta.refused.map((each) => ({ ...each, state: 'bad' as const, isPicked: false })),
          ...meta.duplicates.map((each) => ({ ...each, state: 'duplicate' as const, isPicked: false })),
        ]);
        // What was not asked for stays only where it can still be added.
        setRows((now) => {
          const left = now?.filter(({ id, state }) =>
            sent.includes(id) ? out.has(id) : state === 'bad' || state === 'new',
          );
          return left && left.length > 0 ? left : null;
        });
        setText('');
        const leftOut = out.size > 0 ? ` ${out.size} left out.` : '';
        say(`${count(data.length, 'person is', 'people are')} on the list.${leftOut}`);
      } catch (error) {
        const problems = problemsOf(error, people.length);
        if (problems.length === 0) throw error;
        mark(problems);
        setTrouble(`Nobody was added yet. ${count(problems.length, 'row needs', 'rows need')} another look.`);
      }
    });
  const change = (id: number, fields: Partial<Row>) =>
    setRows((now) => now?.map((row) => (row.id === id ? { ...row, ...fields } : row)) ?? null);

  return (
    <div className="people-import">
      <TextArea
        label="Or paste a list"
        rows={5}
        value={text}
        spellCheck={false}
        placeholder={'Beatrix Andersson <bea@posteo.net>\nUncle Joe, +1 415 555 0142'}
        hint="Names, emails, phone numbers, in any order. Nothing is saved before you say so."
        onChange={(changed) => setText(changed.target.value)}
      />
      <div className="l-row">
        <Button kind="second" size="small" busy={isBusy} onClick={() => void read({ text })}>
          Read the list
        </Button>
        <label className="button button--quiet button--small people-import__file">
          <input
            type="file"
            className="l-unseen"
            accept=".csv,.tsv,.txt,.xlsx,.vcf,text/csv,text/vcard"
            onChange={takeFile}
          />
          Excel, CSV or vCard file
        </label>
        {pickContacts.isKnown() && (
          <Button kind="quiet" size="small" onClick={() => void takeContacts()}>
            From my contacts
          </Button>
        )}
      </div>
      {trouble && <FieldError spoken>{trouble}</FieldError>}
      <p className="l-small" role="status">
        {said || (rows && rows.length > 0 && summaryOf(rows))}
      </p>
      {rows && rows.length > 0 && (
        <>
          <table className="people-import__table">
            <caption className="l-unseen">What we understood</caption>
            <thead>
              <tr>
                <th>
                  <span className="l-unseen">Add</span>
                </th>
                <th>Name</th>
                <th>Email</th>
                <th>Phone</th>
                <th>What happens</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ImportRow key={row.id} row={row} onChange={(fields) => change(row.id, fields)} />
              ))}
            </tbody>
          </table>
          <Button kind="second" busy={isBusy} disabled={picked.length === 0} onClick={() => void add()}>
            Add {count(picked.length, 'person', 'people')}
          </Button>
        </>
      )}
    </div>
  );
}

function ImportRow({ row, onChange }: { row: Row; onChange: (fields: Partial<Row>) => void }) {
  const name = [row.firstName, row.lastName].filter(Boolean).join(' ');
  const { tone, label } = BADGES[row.state];
  const isBad = row.state === 'bad';
  return (
    <tr data-state={row.state}>
      <td className="people-import__cell--pick">
        <label className="people__pick">
          <input
            type="checkbox"
            aria-label={`Add ${name || 'this person'}`}
            checked={row.isPicked}
            disabled={row.state === 'refused' || (isBad && !row.firstName)}
            onChange={(changed) => onChange({ isPicked: changed.currentTarget.checked })}
          />
        </label>
      </td>
      <td>
        {isBad ? (
          <input
            className="field__input"
            aria-label="Name"
            maxLength={NAME_MAX}
            value={row.firstName}
            onChange={(changed) => onChange({ firstName: changed.target.value, isPicked: true })}
          />
        ) : (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        )}
      </td>
      <td>
        {isBad ? (
          <input
            className="field__input"
            type="email"
            aria-label={`Email for ${name}`}
            maxLength={EMAIL_MAX}
            value={row.email ?? ''}
            onChange={(changed) => onChange({ email: changed.target.value || null, isPicked: true })}
          />
        ) : (
          row.email
        )}
      </td>
      <td className="people-import__cell--phone">
        {isBad ? (
          <input
            className="field__input"
            type="tel"
            aria-label={`Phone for ${name}`}
            maxLength={40}
            value={row.phone ?? ''}
            onChange={(changed) => onChange({ phone: changed.target.value || null, isPicked: true })}
          />
        ) : (
          row.phone
        )}
      </td>
      <td>
        <Badge {...(tone && { tone })}>{label}</Badge> <span className="l-fine">{row.message}</span>
      </td>
    </tr>
  );
}

function sorted(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}

/** Why rows that were sent were refused, if the answer says which. A single one has no number. */
function problemsOf(error: unknown, many: number): Problem[] {
  if (!(error instanceof ApiError)) return [];
  if (many === 1 && error.code === 'DUPLICATE') {
    return [{ index: 0, message: error.message, state: 'duplicate', isPicked: false }];
  }
  const found = new Map<number, Problem>();
  for (const [field, message] of Object.entries(error.fields)) {
    const [, number] = /^people\.(\d+)\./.exec(field) ?? [];
    const index = number === undefined ? 0 : Number(number);
    if (number === undefined && many > 1) continue;
    found.set(index, { index, message, state: 'bad', isPicked: true });
  }
  return [...found.values()];
}

function summaryOf(rows: readonly Row[]): string {
  const of = (state: Row['state']) => rows.filter((row) => row.state === state).length;
  const parts = [
    `${of('new')} new`,
    of('duplicate') > 0 && `${of('duplicate')} already here`,
    of('bad') > 0 && `${of('bad')} to fix`,
    of('refused') > 0 && `${of('refused')} left out`,
  ];
  return `${count(rows.length, 'person', 'people')}: ${parts.filter(Boolean).join(', ')}.`;
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}
