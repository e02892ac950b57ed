import { type FormEvent, useEffect, useRef, useState } from 'react';
import { count } from '../../src/shared/format.ts';
import { GUESTBOOK, NAME_MAX } from '../../src/shared/limits.ts';
import type { Reaction } from '../../src/shared/reactions.ts';
import { Button } from '../../views/ui/button.tsx';
import { Field, TextArea } from '../../views/ui/field.tsx';
import { List } from '../../views/ui/list.tsx';
import { agoInWords } from '../news/news-days.ts';
import { REACTION_NAMES, Sticker } from '../stickers/stickers.tsx';
import { GuestbookLine, type LineAct } from './guestbook-line.tsx';
import type { GuestbookProps } from './guestbook-props.ts';
import { useGuestbook } from './use-guestbook.ts';

const CLOCK = 30_000;

/** The guestbook: a form to sign it, reactions, and lines. Without script, forms. */
export function Guestbook(props: GuestbookProps) {
  const { eventRef, receipt, offered, mayHide, mayWrite, timeZone } = props;
  const book = useGuestbook(props);
  const [text, setText] = useState('');
  const [name, setName] = useState(props.name);
  const [now, setNow] = useState(props.now);
  const [said, setSaid] = useState(props.note);
  /** The reaction that was pressed, if any: old browsers don’t say which button sends a form. */
  const pressed = useRef<Reaction | undefined>(undefined);
  const path = `/e/${eventRef}/guestbook`;
  const keep = receipt === null ? '' : `receipt=${receipt}`;

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK);
    return () => clearInterval(timer);
  }, []);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSaid(null);
    const isDone = await book.sign(name.trim(), text.trim(), pressed.current);
    if (!isDone) return;
    setText('');
    setNow(Date.now());
    setSaid('It’s in the book.');
  }

  const actionOf = (id: string) => (act: LineAct) => `${path}/${id}/${act}?v=${eventRef}${keep && `&${keep}`}`;
  return (
    <>
      {mayWrite && (
        <section className="card guestbook__sign" aria-labelledby="sign">
          <h2 id="sign">Sign it</h2>
          <form method="post" action={keep ? `${path}?${keep}` : path} onSubmit={(event) => void send(event)}>
            <Field
              label="Your name"
              name="name"
              required
              maxLength={NAME_MAX}
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TextArea
              label="Your line"
              name="text"
              rows={3}
              maxLength={GUESTBOOK.textMax}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button
              type="submit"
              busy={book.isBusy}
              onClick={() => {
                pressed.current = undefined;
              }}
            >
              Sign the book
            </Button>
            <fieldset className="guestbook__reactions">
              <legend className="l-small">Or with a reaction</legend>
              {offered.map((each) => (
                <button
                  key={each}
                  type="submit"
                  name="reaction"
                  value={each}
                  aria-label={`${REACTION_NAMES[each]}, ${book.reactions[each] ?? 0} so far`}
                  disabled={book.isBusy}
                  onClick={() => {
                    pressed.current = each;
                  }}
                >
                  <Sticker reaction={each} />
                  <span aria-hidden="true">{book.reactions[each] ?? 0}</span>
                </button>
              ))}
            </fieldset>
          </form>
          <p role="status" className="guestbook__said">
            {book.trouble ? <span className="guestbook__trouble">{book.trouble}</span> : said}
          </p>
        </section>
      )}
      <section className="guestbook__book" aria-labelledby="lines">
        <h2 id="lines">{book.total === 0 ? 'Nobody has signed yet' : count(book.total, 'line')}</h2>
        {book.total === 0 && mayWrite && <p>Be the first to sign.</p>}
        <List className="guestbook__lines">
          {book.entries.map((entry) => (
            <GuestbookLine
              key={entry.id}
              entry={entry}
              when={agoInWords(entry.createdAt, { now, timeZone })}
              mayHide={mayHide}
              mayWrite={mayWrite}
              isReported={book.reported.includes(entry.id)}
              actionOf={actionOf(entry.id)}
              onAct={(act) => void book.act(entry.id, act)}
            />
          ))}
        </List>
        {book.cursor && (
          <p>
            <a
              className="button button--second"
              href={`${path}?${keep && `${keep}&`}cursor=${book.cursor}`}
              onClick={(event) => {
                event.preventDefault();
                if (!book.isBusy) void book.showOlder();
              }}
            >
              Show older
            </a>
          </p>
        )}
      </section>
    </>
  );
}
