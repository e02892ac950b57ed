import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createIdea, type Idea } from '../../src/shared/contracts/feedback.ts';
import { Button } from '../../views/ui/button.tsx';
import { FieldError } from '../../views/ui/field.tsx';
import { api, isRefused } from '../runtime/api.ts';
import { IdeaFields } from './idea-fields.tsx';

/** The form in the dialog; thanks in its place once the idea is shared. */
export function ShareIdea({ onClose }: { onClose: () => void }) {
  const [shared, setShared] = useState<Idea | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ message: string; fields: Readonly<Record<string, string>> } | null>(null);

  const thanks = useRef<HTMLParagraphElement>(null);
  // The focused button is gone, so move the focus.
  useEffect(() => {
    if (shared) thanks.current?.focus();
  }, [shared]);

  async function share(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [title = '', text = '', website = ''] = ['title', 'text', 'website'].map((name) =>
      String(form.get(name) ?? ''),
    );
    setBusy(true);
    setRefused(null);
    try {
      setShared(await api.call(createIdea, { body: { title, text, website } }));
    } catch (error) {
      const isOurs = isRefused(error);
      const message = isOurs ? error.message : 'That didn’t reach us. Your words are still here. Please try again.';
      setRefused({ message, fields: isOurs ? error.fields : {} });
    } finally {
      setBusy(false);
    }
  }
  if (shared) {
    return (
      <div className="l-stack">
        <p ref={thanks} tabIndex={-1}>
          Thank you! “{shared.title}” is on the list now, with your vote.
        </p>
        <div className="l-row">
          <a className="button button--second" href={`/ideas?sort=newest#idea-${shared.id}`}>
            See all ideas
          </a>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className="idea__form" noValidate onSubmit={(event) => void share(event)}>
      <IdeaFields fields={refused?.fields} />
      <div role="alert">{refused && !hasFields(refused.fields) && <FieldError>{refused.message}</FieldError>}</div>
      <div className="l-row">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Sharing…' : 'Share it'}
        </Button>
        <a href="/ideas">See what others want</a>
      </div>
    </form>
  );
}

function hasFields(fields: object): boolean {
  return Object.keys(fields).length > 0;
}
