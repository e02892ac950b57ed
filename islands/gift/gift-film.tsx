import { useState } from 'react';
import { clock } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { ClipTile } from '../../views/ui/clip-tile.tsx';
import { List } from '../../views/ui/list.tsx';
import { PlainFilm } from '../../views/ui/plain-film.tsx';
import { chapterAt } from '../../views/ui/player.tsx';
import { FilmPlayer, useFilm } from './film-player.tsx';
import type { GiftProps } from './gift-props.ts';

/** The film with everyone in it. */
export function GiftFilm({ dedication, lead, film, faces, downloadUrl, shareUrl, onPlay }: GiftFilmProps) {
  const { controls, height, chooseHeight, hasCaptions, toggleCaptions } = useFilm(film);
  // The smaller size, as nobody can choose in a browser's own player.
  const [smallest] = [...film.sources].sort((a, b) => a.height - b.height);
  const current = chapterAt(film.chapters, controls.position);
  const play = {
    ...controls,
    toggle() {
      onPlay?.();
      controls.toggle();
    },
  };
  return (
    <div className="gift-film">
      <header className="ded">
        <h1>{dedication}</h1>
        <p className="lead">{lead}</p>
      </header>
      <section className="show" aria-label="The film">
        <FilmPlayer
          film={film}
          label={dedication}
          controls={play}
          height={height}
          onHeight={chooseHeight}
          hasCaptions={hasCaptions}
          onCaptions={toggleCaptions}
        />
        <noscript>
          <PlainFilm
            film={smallest?.url ?? ''}
            poster={film.posterUrl}
            captions={film.captionsUrl}
            captionsLabel="Names"
            label={dedication}
          />
        </noscript>
        <div className="row under">
          {downloadUrl && (
            <ButtonLink kind="second" icon="download" href={downloadUrl} download>
              Keep the film
            </ButtonLink>
          )}
          {shareUrl && <ShareButton url={shareUrl} title={dedication} />}
        </div>
      </section>
      <section className="faces" aria-labelledby="faces">
        <div className="fh">
          <h2 id="faces">Everyone in it</h2>
          <p className="small needs-script">Tap a stamp to jump to their part.</p>
        </div>
        <List ordered className="sheet">
          {film.chapters.map((chapter, index) => (
            <li key={`${chapter.start}-${chapter.title}`}>
              <ClipTile
                name={chapter.title}
                kind={faces[index]?.kind ?? 'video'}
                text={faces[index]?.text}
                posterUrl={faces[index]?.kind === 'text' ? null : faces[index]?.posterUrl}
                length={chapter.start}
                place={`from ${clock(chapter.start)}`}
                isCurrent={current === chapter}
                button={{
                  onClick: () => {
                    onPlay?.();
                    controls.seek(chapter.start + 0.02);
                  },
                }}
              />
            </li>
          ))}
        </List>
      </section>
    </div>
  );
}

export type GiftFilmProps = Pick<GiftProps, 'dedication' | 'lead' | 'faces' | 'downloadUrl' | 'shareUrl'> & {
  film: NonNullable<GiftProps['film']>;
  onPlay?: () => void;
};

/** The phone's own share sheet where there is one; otherwise the link is copied. */
function ShareButton({ url, title }: { url: string; title: string }) {
  const [words, setWords] = useState('Share the film');
  async function share() {
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        setWords('Link copied');
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return;
      setWords(url);
    }
  }
  return (
    <Button kind="quiet" icon="share" className="needs-script" onClick={() => void share()}>
      {words}
    </Button>
  );
}
