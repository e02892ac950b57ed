import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { CardFront } from './card-front.tsx';
import { CardPreview } from './card-preview.tsx';
import { CardWords } from './card-words.tsx';
import type { PostcardEditorProps } from './postcard-editor-props.ts';
import { type CardDraft, useCard } from './use-card.ts';

/** Writes a postcard: a form that saves itself and shows the card as it will be printed. */
export default function PostcardEditor(props: PostcardEditorProps) {
  const { names, listUrl, isSaved, refused } = props;
  const draft = useCard(props);
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const { id, pdfUrl, status } = draft.card;
  const hasProblem = Object.keys(refused).length > 0;

  return (
    <form method="post" action={`${listUrl}/${id}`} className="postcard">
      <header className="postcard__head">
        <a className="postcard__back" href={listUrl}>
          <Icon name="arrow-left" />
          Postcards
        </a>
        <h1>A postcard for {names}</h1>
        <p className="postcard__state l-small" role="status">
          {stateWords(draft.state, isSaved && !hasProblem)}
        </p>
        {hasProblem && !hasScript && (
          <Banner tone="bad" role="alert" title="Not saved yet. Please look at the marked fields." />
        )}
        {draft.state === 'failed' && <Banner tone="bad" role="alert" title={`Not saved: ${draft.reason}`} />}
      </header>
      <CardPreview card={draft.card} />
      <div className="postcard__fields">
        <input type="hidden" name="timeZone" value={draft.values.timeZone} />
        <CardFront {...props} draft={draft} />
        <CardWords {...props} draft={draft} />
      </div>
      <div className="actbar">
        <div className="l-page">
          <p className="l-small postcard__about">
            {hasScript ? 'Both sides in real size, to print and cut' : 'Save first, then print both sides'}
          </p>
          {!hasScript && status === 'draft' && (
            <Button type="submit" kind="second" className="l-push">
              Save
            </Button>
          )}
          <ButtonLink
            href={pdfUrl}
            className={hasScript ? 'l-push' : undefined}
            icon="download"
            onClick={(click) => {
              if (!draft.isDirty()) return;
              click.preventDefault();
              void draft.flush().then((isDone) => isDone && window.location.assign(pdfUrl));
            }}
          >
            Print at home, free
          </ButtonLink>
        </div>
      </div>
    </form>
  );
}

function stateWords(state: CardDraft['state'], isSaved: boolean): string {
  if (state === 'saving') return 'Saving';
  return state === 'saved' || (state === 'still' && isSaved) ? 'Saved' : '';
}
