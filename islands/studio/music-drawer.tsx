import { useState } from 'react';
import { money } from '../../src/shared/format.ts';
import { MOODS, type Mood } from '../../src/shared/moods.ts';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { Drawer } from '../../views/ui/drawer.tsx';
import { List } from '../../views/ui/list.tsx';
import { OwnSong } from './own-song.tsx';
import { SongRow } from './song-row.tsx';
import { SongSettings } from './song-settings.tsx';
import type { Song } from './studio-state.ts';
import type { FilmPreview } from './use-film-preview.ts';
import { useMusicTrial } from './use-music-trial.ts';
import type { PlayedMusic } from './use-preview-music.ts';
import { useSongPlayer } from './use-song-player.ts';
import type { Studio } from './use-studio.ts';

type Filter = 'picks' | 'all' | Mood;
const LABELS: readonly [Filter, string][] = [
  ['picks', 'Our picks'],
  ['all', 'All songs'],
  ...MOODS.map((mood): [Filter, string] => [mood, mood[0]?.toUpperCase() + mood.slice(1)]),
];

interface MusicDrawerProps {
  studio: Studio;
  /** Plays the film so far. */
  preview: FilmPreview;
  /** Puts a song under the preview without choosing it; null: the film's own. */
  onTry: (music: PlayedMusic | null) => void;
  onClose: () => void;
}

/** Chooses the music. Songs play in place; the film changes only with "Use". */
export function MusicDrawer({ studio, preview, onTry, onClose }: MusicDrawerProps) {
  const { event, songs } = studio;
  const [chosen, setChosen] = useState(event.trackId);
  const [start, setStart] = useState(event.music?.start ?? 0);
  const [volume, setVolume] = useState(event.music?.volume ?? 0);
  const [filter, setFilter] = useState<Filter>('picks');
  const player = useSongPlayer();
  const song = songs.find(({ id, status }) => id === chosen && status === 'ready') ?? null;
  const trial = useMusicTrial(preview, { song, start, volume }, onTry);
  const shown = songs.filter((each) => isShown(each, filter, event.occasion) || each.id === chosen);

  const startOf = (id: string) => (id === event.trackId ? (event.music?.start ?? 0) : 0);
  const choose = (id: string | null) => {
    setChosen(id);
    setStart(id ? startOf(id) : 0);
  };
  const moveStart = (seconds: number) => {
    setStart(seconds);
    if (song) player.seek(song.id, seconds);
  };
  const isInFilm =
    (song?.id ?? null) === event.trackId &&
    start === (event.music?.start ?? 0) &&
    volume === (event.music?.volume ?? 0);
  async function use() {
    if (isInFilm) return onClose();
    const saved = await studio.saveDetails({ trackId: song?.id ?? null, music: { start, volume } });
    if (saved) onClose();
  }

  return (
    <Drawer
      isRoomy
      title="Choose music"
      className="songs"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void use()} busy={studio.isSaving}>
            {actionWords(isInFilm, song !== null)}
          </Button>
          <p className="songs__standing">
            <strong>
              <bdi>{song?.title ?? 'No music'}</bdi>
            </strong>
            <span className="l-small">
              {standingOf(isInFilm, song?.isPublic === false ? (event.price?.own.song ?? 0) : 0)}
            </span>
          </p>
        </>
      }
    >
      {event.music?.removed && (
        <p className="l-small">
          “<bdi>{event.music.removed}</bdi>” was removed, so your film has no music now.
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these buttons only filter */}
      <div className="chips" role="group" aria-label="Mood">
        {LABELS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className="chips__chip"
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="songs__two">
        <section className="songs__list" aria-label="Songs">
          <List>
            {shown.map((each) => (
              <SongRow
                key={each.id}
                song={each}
                isChosen={each.id === chosen}
                onChoose={() => choose(each.id)}
                position={player.id === each.id ? player.position : null}
                player={
                  <IconButton
                    className="songs__play"
                    icon={player.id === each.id ? 'pause' : 'play'}
                    label={`${player.id === each.id ? 'Pause' : 'Play'} ${each.title}`}
                    disabled={!each.url}
                    onClick={() => {
                      trial.stop();
                      player.toggle(each, each.id === chosen ? start : startOf(each.id));
                    }}
                  />
                }
              >
                {!each.isPublic && each.status !== 'processing' && <RemoveSong song={each} studio={studio} />}
              </SongRow>
            ))}
          </List>
          <div className="songs__ways">
            {studio.isOff.uploads ? (
              <p className="l-small">Your own songs can’t be added right now. Come back in a while.</p>
            ) : (
              <OwnSong event={event} cost={event.price?.own.song ?? null} onAdded={studio.addSong} />
            )}
            <Button kind="quiet" aria-pressed={chosen === null} onClick={() => choose(null)}>
              No music
            </Button>
          </div>
        </section>
        {song && (
          <SongSettings
            song={song}
            filmLength={event.length}
            start={start}
            volume={volume}
            onStart={moveStart}
            onVolume={setVolume}
          >
            {preview.video && studio.preview.length > 0 && (
              <Button
                kind="second"
                size="small"
                icon={trial.isOn ? 'pause' : 'play'}
                onClick={() => {
                  player.stop();
                  trial.toggle();
                }}
              >
                {trial.isOn ? 'Stop the film' : 'Hear it under your film'}
              </Button>
            )}
          </SongSettings>
        )}
      </div>
    </Drawer>
  );
}

/** @param cents that it adds to the film's price */
function standingOf(isInFilm: boolean, cents: number): string {
  if (isInFilm) return 'In your film';
  return cents > 0 ? `Adds ${money(cents)} to your film` : 'Not in your film yet';
}

function actionWords(isInFilm: boolean, hasSong: boolean): string {
  if (isInFilm) return 'Done';
  return hasSong ? 'Use this song' : 'Use no music';
}

function isShown({ isPublic, mood, occasions }: Song, filter: Filter, occasion: Song['occasions'][number]): boolean {
  if (!isPublic || filter === 'all') return true;
  return filter === 'picks' ? occasions.includes(occasion) : mood === filter;
}

/** Asks once: a removed song can't be brought back. */
function RemoveSong({ song, studio }: { song: Song; studio: Studio }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <Button kind="quiet" size="small" onClick={() => setAsked(true)}>
        Remove
      </Button>
    );
  }
  return (
    <>
      <Button kind="danger" size="small" onClick={() => void studio.removeSong(song.id)}>
        Remove it for good
      </Button>
      <Button kind="quiet" size="small" onClick={() => setAsked(false)}>
        Keep it
      </Button>
    </>
  );
}
