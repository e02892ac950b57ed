import { useState } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { clock, count, duration, listNames } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { List } from '../../views/ui/list.tsx';
import { chapterAt } from '../../views/ui/player.tsx';
import { ClipGrid } from './clip-grid.tsx';
import { ClipTimeline, focusClip } from './clip-timeline.tsx';
import { Invite } from './invite.tsx';
import { InviteFirst } from './invite-first.tsx';
import { LateClips } from './late-clips.tsx';
import { PublishBar } from './publish-bar.tsx';
import { usePublishWish } from './publish-wish.ts';
import type { StudioDialog } from './studio-dialogs.tsx';
import { StudioPlayer } from './studio-player.tsx';
import { binOf, type StudioProps, timelineOf } from './studio-state.ts';
import { TightenOffer } from './tighten-offer.tsx';
import { TitleBar } from './title-bar.tsx';
import { ToastPlace } from './toast-place.tsx';
import { useFilmPreview } from './use-film-preview.ts';
import { useGiftWaits } from './use-gift-waits.ts';
import { useLazy } from './use-lazy.ts';
import { type PlayedMusic, usePreviewMusic } from './use-preview-music.ts';
import { useReadyMoment } from './use-ready-moment.ts';
import { useReorder } from './use-reorder.ts';
import { idsOf, useStudio } from './use-studio.ts';
import { useToasts } from './use-toasts.ts';
import { WithdrawnNotice } from './withdrawn-notice.tsx';
import { ZoneQuestion } from './zone-question.tsx';

const loadLater = () => import('./studio-later.ts');
/** Number of clips from which the studio opens as a grid. */
const MANY = 20;
/** Number of clips that fit on a ribbon. */
const SEVERAL = 6;
/** Number of clips from which sorting saves moving. */
const SORTABLE = 3;

/** The organiser's studio: watch, arrange, publish and deliver the film. */
export default function Studio(props: StudioProps) {
  const toasts = useToasts();
  const studio = useStudio(props, toasts);
  usePublishWish(studio, props.needsAccount);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<StudioDialog | null>(null);
  const { event, preview } = studio;
  const clips = timelineOf(event);
  const bin = binOf(event);
  const chosen = clips.find((clip) => clip.id === chosenId) ?? null;
  const track = studio.songs.find((each) => each.id === event.trackId);

  const reorder = useReorder({
    ids: idsOf(event),
    nameOf: (id) => clips.find((clip) => clip.id === id)?.contributor.name ?? 'Clip',
    onOrder: (ids) => void studio.order(ids),
    onFocusMove: focusClip,
  });
  const player = useFilmPreview(preview, event);
  const { look, over } = player;
  const [hasCaptions, setCaptions] = useState(true);
  const isSpoken = clips.some(({ hidden, captions }) => !hidden && captions.length > 0);
  const [tried, setTried] = useState<PlayedMusic | null>(null);
  const { start = 0, volume = 0 } = event.music ?? {};
  usePreviewMusic(player, tried ?? { song: track ?? null, start, volume });
  const [isReady, closeReady] = useReadyMoment(studio);
  const [isWaiting, closeWaiting] = useGiftWaits(studio);
  const open = dialog ?? (isReady ? 'ready' : isWaiting ? 'deliver' : null);
  const goTo = (next: StudioDialog | null) => {
    closeReady();
    closeWaiting();
    setDialog(next);
  };
  const [asGrid, setAsGrid] = useState(clips.length >= MANY);
  const notLoaded = () => {
    goTo(null);
    setAsGrid(false);
    setChosenId(null);
    toasts.show({ text: 'That didn’t load. Check your connection and try again.', tone: 'bad' });
  };
  const isWanted = open !== null || chosen !== null || asGrid;
  const later = useLazy(loadLater, isWanted, notLoaded);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const picked = asGrid ? marked.filter((id) => clips.some((clip) => clip.id === id)) : [];
  const firstPoster = clips.find((clip) => !clip.hidden && clip.posterUrl)?.posterUrl ?? null;

  const findPhoto = props.needsAccount ? null : () => setDialog('photos');
  const tools = (clip: Media) =>
    later && (
      <later.ClipTools
        key={clip.id}
        clip={clip}
        index={reorder.ids.indexOf(clip.id)}
        total={clips.length}
        studio={studio}
        reorder={reorder}
      />
    );
  const side = (
    <div className="studio__side">
      <ZoneQuestion studio={studio} onOther={() => setDialog('zone')} />
      <Invite studio={studio} onShare={() => setDialog('share')} onDeadline={() => setDialog('deadline')} />
    </div>
  );

  return (
    <>
      <TitleBar
        {...props}
        studio={studio}
        onDetails={() => setDialog('details')}
        onVersions={() => setDialog('versions')}
      />

      <section className="studio__see" aria-label="Preview">
        {clips.length > 0 ? (
          <>
            <StudioPlayer
              label={`${event.title}, so far`}
              length={preview.length}
              chapters={preview.chapters}
              posterUrl={firstPoster}
              controls={player}
              captions={isSpoken ? hasCaptions : undefined}
              onCaptions={() => setCaptions(!hasCaptions)}
              over={
                look &&
                over && (
                  <over.FilmOver
                    look={look}
                    video={player.video}
                    card={player.card}
                    transition={event.transition}
                    hasCaptions={hasCaptions}
                  />
                )
              }
            />
            <p className="l-small">
              {standing(preview.waiting)}
              {onlyInFilm(event, (look?.collages ?? 0) > 0)}
            </p>
          </>
        ) : (
          <InviteFirst {...props} studio={studio} />
        )}
      </section>

      {clips.length === 0 && side}
      <LateClips studio={studio} />
      <section className="studio__line" aria-labelledby="the-film">
        <div className="studio__line-head">
          <h2 id="the-film">The film</h2>
          <p className="l-small">
            {count(clips.length, 'clip')}
            {event.length > 0 && `, ${duration(event.length)}`}
          </p>
          {!asGrid && clips.length >= SORTABLE && (
            <Button kind="second" size="small" className="l-push" onClick={() => setDialog('sort')}>
              Sort
            </Button>
          )}
          {clips.length >= SEVERAL && (
            <Button
              kind="second"
              size="small"
              icon={asGrid ? 'line' : 'grid'}
              className={asGrid ? 'l-push' : undefined}
              onClick={() => setAsGrid(!asGrid)}
            >
              {asGrid ? 'Ribbon' : 'Grid'}
            </Button>
          )}
          <ButtonLink
            href={`/e/${event.uuid}/music`}
            kind="second"
            size="small"
            icon="music"
            className={clips.length >= SORTABLE ? undefined : 'l-push'}
            onClick={(click) => {
              click.preventDefault();
              setDialog('music');
            }}
          >
            {musicWords(track?.title, event.music?.removed)}
          </ButtonLink>
          <ButtonLink kind="second" size="small" icon="film" href={`/e/${event.uuid}/theme`}>
            Theme
          </ButtonLink>
          <ButtonLink kind="second" size="small" icon="mail" href={`/e/${event.uuid}/postcards`}>
            Postcards
          </ButtonLink>
          {asGrid && findPhoto && (
            <Button kind="second" size="small" icon="photo" onClick={findPhoto}>
              Find a photo
            </Button>
          )}
          {bin.length > 0 && (
            <Button kind="second" size="small" icon="trash" onClick={() => setDialog('bin')}>
              {count(bin.length, 'removed', 'removed')}
            </Button>
          )}
        </div>
        <TightenOffer studio={studio} />
        {event.filmHoldsWithdrawn && <WithdrawnNotice studio={studio} />}
        {asGrid ? (
          <>
            <ClipGrid clips={clips} picked={picked} studio={studio} onPick={setMarked} />
            {later && picked.length > 0 && (
              <later.PickBar clips={clips} picked={picked} studio={studio} tools={tools} onPick={setMarked} />
            )}
          </>
        ) : (
          <>
            <ClipTimeline
              clips={clips}
              chosenId={chosen?.id ?? null}
              reorder={reorder}
              onChoose={setChosenId}
              onFind={findPhoto}
            />
            {chosen && tools(chosen)}
          </>
        )}
      </section>

      {clips.length > 0 && side}

      {clips.length > 0 && (
        <section className="studio__chapters" aria-labelledby="chapters">
          <h2 id="chapters">Chapters</h2>
          {preview.chapters.length === 0 && <p className="l-small">One for each person, once their clips are ready.</p>}
          <List ordered className="studio__chapter-list">
            {preview.chapters.map((chapter) => (
              <li key={`${chapter.start}-${chapter.title}`}>
                <button
                  type="button"
                  aria-current={chapterAt(preview.chapters, player.position) === chapter || undefined}
                  onClick={() => player.seek(chapter.start + 0.05)}
                >
                  <time>{clock(chapter.start)}</time>
                  <bdi>{chapter.title}</bdi>
                </button>
              </li>
            ))}
          </List>
        </section>
      )}

      {picked.length === 0 && (clips.length > 0 || studio.films.length > 0 || studio.render) && (
        <PublishBar studio={studio} needsAccount={props.needsAccount} onDeliver={() => setDialog('deliver')} />
      )}
      {open && later && (
        <later.StudioDialogs open={open} studio={studio} props={props} preview={player} onTry={setTried} onGo={goTo} />
      )}
      <ToastPlace toasts={toasts} />
    </>
  );
}

function musicWords(title: string | undefined, removed: string | null | undefined): string {
  if (title !== undefined) return `Music: ${title}`;
  return removed ? `Music: “${removed}” was removed` : 'Music: none';
}

/** Description of the preview. @param waiting number of clips being prepared */
function standing(waiting: number): string {
  if (waiting === 0) return 'Preview: your film so far.';
  if (waiting === 1) return 'One clip is still being prepared. It will join automatically.';
  return `${waiting} clips are still being prepared. They will join automatically.`;
}

/** How the film differs from its preview. */
function onlyInFilm(event: Event, hasCollage: boolean): string {
  const { transition, themeId, trackId, photoSeconds } = event;
  const shown = timelineOf(event).filter(({ hidden }) => !hidden);
  const hasCards = shown.some(({ kind }) => kind === 'text');
  const hasRow = shown.some(({ kind }, index) => kind === 'photo' && shown[index + 1]?.kind === 'photo');
  const differences = [
    transition !== 'soft' && transition !== 'cut' && 'clips keep moving while one turns into the next',
    hasCollage && 'everybody is on screen at once after the opening',
    hasCards && themeId && 'text cards have the theme’s type',
    hasRow && trackId && photoSeconds && 'photos in a row follow the music’s beat',
    'the sound is evened out',
  ];
  return ` Only in the film itself, ${listNames(differences.filter((each) => typeof each === 'string'))}.`;
}
