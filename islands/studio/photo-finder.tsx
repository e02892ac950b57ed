import { type FormEvent, useState } from 'react';
import { addFoundPhoto, type FoundPhoto, searchPhotos } from '../../src/shared/contracts/unsplash.ts';
import { Button } from '../../views/ui/button.tsx';
import { Drawer } from '../../views/ui/drawer.tsx';
import { Field, FieldError } from '../../views/ui/field.tsx';
import { List } from '../../views/ui/list.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { PhotoCredit } from './photo-credit.tsx';
import type { Studio } from './use-studio.ts';

const UNSPLASH = 'https://unsplash.com/?utm_source=vidday&utm_medium=referral';
/** What people often need between clips. */
const IDEAS = ['birthday cake', 'balloons', 'flowers', 'mountains', 'sea', 'confetti'];

/** Photos found so far; `next` is the page to ask for, or null after the last. */
interface Found {
  words: string;
  photos: readonly FoundPhoto[];
  total: number;
  next: number | null;
  isSandbox: boolean;
}

/** Finds a photo on Unsplash and adds it at the end of the film. */
export function PhotoFinder({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState<FoundPhoto | null>(null);
  const [isAdding, setAdding] = useState(false);

  async function look(words: string, page: number) {
    if (!words.trim()) return setProblem('What should the photo show?');
    setBusy(true);
    setProblem('');
    try {
      const { data, meta } = await api.callBeside(searchPhotos, { body: { search: words, page }, retries: 0 });
      const earlier = page > 1 ? (found?.photos ?? []) : [];
      const isNew = (photo: FoundPhoto) => !earlier.some(({ id }) => id === photo.id);
      setFound({
        words: words.trim(),
        photos: [...earlier, ...data.filter(isNew)],
        total: meta.total,
        next: page < meta.totalPages ? page + 1 : null,
        isSandbox: meta.isSandbox,
      });
      if (page === 1) setChosen(null);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void look(typed, 1);
  };
  async function add({ downloadLocation, author }: FoundPhoto) {
    setAdding(true);
    const body = { downloadLocation, event: studio.event.id };
    const added = await studio.run(
      () => api.call(addFoundPhoto, { body }),
      ({ message }) => setProblem(message),
    );
    setAdding(false);
    if (!added) return;
    studio.show({ text: `${author.name}’s photo is at the end of your film.` });
    onClose();
  }

  return (
    <Drawer
      isRoomy
      title="Find a photo"
      className="photo-finder"
      onClose={onClose}
      footer={
        chosen && (
          <>
            <Button busy={isAdding} onClick={() => void add(chosen)}>
              {isAdding ? 'Adding' : 'Add this photo'}
            </Button>
            <p className="l-small">
              <PhotoCredit author={chosen.author.name} url={chosen.author.url} source={UNSPLASH} />
            </p>
          </>
        )
      }
    >
      <form className="photo-finder__search" onSubmit={submit}>
        <Field
          label="What should it show?"
          type="search"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          data-focus
        />
        <Button type="submit" kind="second" busy={isBusy}>
          Search
        </Button>
      </form>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      {found?.isSandbox && (
        <Banner tone="info">These pictures are drawn by our sandbox. With a key, they come from Unsplash.</Banner>
      )}
      {!found && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these buttons only search
        <div className="chips" role="group" aria-label="Ideas">
          {IDEAS.map((idea) => (
            <button
              key={idea}
              type="button"
              className="chips__chip"
              disabled={isBusy}
              onClick={() => {
                setTyped(idea);
                void look(idea, 1);
              }}
            >
              {idea}
            </button>
          ))}
        </div>
      )}
      {found && (
        <p className="l-small" role="status">
          {found.total === 0 ? (
            <>
              Nothing for “<bdi>{found.words}</bdi>”. Try one plain word, in English.
            </>
          ) : (
            `${found.photos.length} of ${found.total} photos`
          )}
        </p>
      )}
      <List className="photo-finder__grid">
        {found?.photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className="photo-finder__photo"
              aria-pressed={photo.id === chosen?.id}
              aria-label={`${photo.description || 'Photo'}, by ${photo.author.name}`}
              onClick={() => setChosen(photo.id === chosen?.id ? null : photo)}
            >
              <img src={photo.urls.thumb} alt="" loading="lazy" width={photo.width} height={photo.height} />
            </button>
            <p className="l-small">
              <a href={photo.author.url} target="_blank" rel="noreferrer">
                <bdi>{photo.author.name}</bdi>
              </a>
            </p>
          </li>
        ))}
      </List>
      {found?.next && (
        <Button kind="second" busy={isBusy} onClick={() => found.next && void look(found.words, found.next)}>
          More photos
        </Button>
      )}
    </Drawer>
  );
}
