import { SongRow } from '../islands/studio/song-row.tsx';
import type { Song } from '../islands/studio/studio-state.ts';
import type { Event } from '../src/shared/contracts/events.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { MUSIC_VOLUME, SONG } from '../src/shared/studio-limits.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { Field } from './ui/field.tsx';
import { List } from './ui/list.tsx';

export interface MusicPageProps {
  site: SiteProps;
  event: Event;
  songs: readonly Song[];
}

export function musicHead({ title, occasion }: Event): PageHead {
  return {
    title: `${title}: music`,
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'studio',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** The music drawer of the studio as a form, for browsers without script. */
export function MusicPage({ site, event, songs }: MusicPageProps) {
  const { trackId, music } = event;
  const studio = `/e/${event.uuid}`;
  const fits = (song: Song) => !song.isPublic || song.occasions.includes(event.occasion);
  const shown = [...songs.filter(fits), ...songs.filter((song) => !fits(song))];
  return (
    <Layout site={site} announces="account" mainClass="l-page">
      <form method="post" action={`${studio}/music`} className="songs__page">
        <h1>Choose music</h1>
        <p className="l-small">
          It gets softer when people talk, is repeated to the end, and fades out with the credits. To use a song of your
          own, open the studio in a browser with JavaScript.
        </p>
        <div className="songs__two">
          <section className="songs__list" aria-label="Songs">
            <List>
              {shown.map((song) => (
                <SongRow key={song.id} song={song} isChosen={song.id === trackId} player={null} position={null}>
                  {/* biome-ignore lint/a11y/useMediaCaption: music without words */}
                  <audio controls preload="none" src={song.url ?? undefined} aria-label={`Listen to ${song.title}`} />
                </SongRow>
              ))}
              <li className="songs__song">
                <label className="songs__name">
                  <strong>No music</strong>
                  <input type="radio" name="trackId" value="" defaultChecked={trackId === null} />
                </label>
              </li>
            </List>
          </section>
          <section className="songs__settings" aria-labelledby="in-your-film">
            <h2 id="in-your-film">In your film</h2>
            <Field
              label="Start the song at (seconds)"
              name="start"
              type="number"
              min={0}
              max={SONG.max}
              step="any"
              defaultValue={String(music?.start ?? 0)}
            />
            <Field
              label="Volume (dB, 0 is as usual)"
              name="volume"
              type="number"
              {...MUSIC_VOLUME}
              step="any"
              defaultValue={String(music?.volume ?? 0)}
            />
            <Button type="submit">Use this choice</Button>
            <ButtonLink href={studio} kind="quiet">
              Back to the studio
            </ButtonLink>
          </section>
        </div>
      </form>
    </Layout>
  );
}
