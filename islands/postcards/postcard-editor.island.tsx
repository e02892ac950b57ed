import { useEffect, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { checkoutPostcard } from '../../src/shared/contracts/postcards.ts';
import { money } from '../../src/shared/format.ts';
import { byFieldOfForm } from '../../src/shared/forms/postcard-values.ts';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { cx } from '../../views/ui/class-names.ts';
import { Icon } from '../../views/ui/icon.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { CardFront } from './card-front.tsx';
import { CardPreview } from './card-preview.tsx';
import { CardWords } from './card-words.tsx';
import type { PostcardEditorProps } from './postcard-editor-props.ts';
import { type CardDraft, useCard } from './use-card.ts';

/** Writes a postcard: a form that saves itself and shows the card as it will be printed. */
export default function PostcardEditor(props: PostcardEditorProps) {
  const { names, listUrl, isSaved, refused, canPost, isForOwner, paid } = props;
  const draft = useCard(props);
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const [notPosted, setNotPosted] = useState(props.notPosted);
  const [isPosting, setIsPosting] = useState(false);
  const { id, pdfUrl, status, price } = draft.card;
  const mayPost = canPost && !isForOwner;
  const hasProblem = Object.keys(refused).length > 0;

  async function post() {
    setIsPosting(true);
    setNotPosted(null);
    try {
      if (!(await draft.flush())) return;
      window.location.assign((await api.call(checkoutPostcard, { params: { id } })).url);
    } catch (error) {
      if (error instanceof ApiError) draft.refuse(byFieldOfForm(error.fields));
      setNotPosted(reasonOf(error));
    } finally {
      setIsPosting(false);
    }
  }

  return (
    <>
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
          {notPosted && <Banner tone="bad" role="alert" title={notPosted} />}
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
            <p className={cx('l-small', !(canPost && isForOwner) && 'postcard__about')}>
              {aboutWords(hasScript, canPost && isForOwner)}
            </p>
            {!hasScript && status === 'draft' && (
              <Button type="submit" kind="second" className="l-push">
                Save
              </Button>
            )}
            <ButtonLink
              href={pdfUrl}
              className={hasScript ? 'l-push' : undefined}
              kind={mayPost ? 'second' : 'main'}
              icon="download"
              onClick={(click) => {
                if (!draft.isDirty()) return;
                click.preventDefault();
                void draft.flush().then((isDone) => isDone && window.location.assign(pdfUrl));
              }}
            >
              Print at home, free
            </ButtonLink>
            {mayPost && (
              <Button
                type="submit"
                form="post-card"
                disabled={isPosting}
                onClick={(click) => {
                  click.preventDefault();
                  void post();
                }}
              >
                {paid.some((amount) => amount >= price)
                  ? 'Have it posted, paid already'
                  : `Have it posted, ${money(price)}`}
              </Button>
            )}
          </div>
        </div>
      </form>
      {mayPost && <form method="post" action={`${listUrl}/${id}/checkout`} id="post-card" />}
    </>
  );
}

function aboutWords(hasScript: boolean, isForOwner: boolean): string {
  if (isForOwner) return 'The owner of this VidDay can have it posted';
  return hasScript ? 'Both sides, as they will be printed' : 'Save first, then print it or have it posted';
}

function stateWords(state: CardDraft['state'], isSaved: boolean): string {
  if (state === 'saving') return 'Saving';
  return state === 'saved' || (state === 'still' && isSaved) ? 'Saved' : '';
}
