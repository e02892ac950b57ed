import { Wave } from '../islands/studio/song-wave.tsx';
import type { Track } from '../src/shared/contracts/tracks.ts';
import { clock } from '../src/shared/format.ts';
import { NAME_MAX } from '../src/shared/limits.ts';
import { MOODS } from '../src/shared/moods.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { OccasionFields } from './staff/occasion-fields.tsx';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Field, FieldError } from './ui/field.tsx';
import { List } from './ui/list.tsx';
import { Select } from './ui/select.tsx';

export interface TracksPageProps {
  frame: DeskFrame;
  /** Uploaded by staff. */
  stored: readonly Track[];
  /** Part of the product. */
  own: readonly Track[];
  savedId: string | null;
  /** Why a change of a track was refused. */
  problem: { id: string; words: string } | null;
}

export function tracksHead(): PageHead {
  return { ...deskHead('Music'), sheet: 'staff-themes' };
}

/** `/staff/tracks`: the music that every film can have. */
export function TracksPage({ frame, stored, own, savedId, problem }: TracksPageProps) {
  return (
    <DeskLayout
      frame={frame}
      here="/staff/tracks"
      title="Music"
      about="Everybody can choose these songs. Songs of a single VidDay are in its studio."
    >
      <div>
        <Island name="new-track" when="interaction" props={{}} />
      </div>
      <section className="staff-tracks" aria-labelledby="added">
        <h2 id="added">Added by us</h2>
        {stored.length === 0 && <p>Nothing yet. The first song that you add shows up here.</p>}
        <List>
          {stored.map((track) => (
            <li key={track.id} id={track.id} className="staff-tracks__song">
              <Heard track={track} />
              <details className="form-set__fold" open={savedId === track.id || problem?.id === track.id || undefined}>
                <summary>Change it {savedId === track.id && <Badge tone="good">Saved</Badge>}</summary>
                <Change track={track} problem={problem?.id === track.id ? problem.words : null} />
              </details>
            </li>
          ))}
        </List>
      </section>
      <section className="staff-tracks" aria-labelledby="own">
        <h2 id="own">Part of VidDay</h2>
        <p className="l-small">These can’t be changed or removed.</p>
        <List>
          {own.map((track) => (
            <li key={track.id} className="staff-tracks__song">
              <Heard track={track} />
            </li>
          ))}
        </List>
      </section>
    </DeskLayout>
  );
}

function Heard({ track: { title, artist, mood, length, url, waveform, status, error, occasions } }: { track: Track }) {
  return (
    <>
      <p className="staff-tracks__name">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {artist && (
          <span className="l-small">
            <bdi>{artist}</bdi>
          </span>
        )}
        {mood && <Badge>{mood}</Badge>}
        {status === 'processing' && <Badge tone="info">Being prepared</Badge>}
        {status === 'failed' && <Badge tone="bad">Can’t be played</Badge>}
        <span className="l-small">
          {status === 'ready' && `${clock(length)}, `}
          {occasions.length === 1 ? '1 occasion' : `${occasions.length} occasions`}
        </span>
      </p>
      {error && <FieldError>{error.message}</FieldError>}
      {status === 'processing' && <p className="l-small">That takes a few seconds. Reload the page to hear it.</p>}
      {url && (
        <div className="staff-tracks__heard">
          <Wave levels={waveform} />
          {/* biome-ignore lint/a11y/useMediaCaption: music without words */}
          <audio controls preload="none" src={url} aria-label={`Listen to ${title}`} />
        </div>
      )}
    </>
  );
}

function Change({ track: { id, title, artist, mood, occasions }, problem }: { track: Track; problem: string | null }) {
  return (
    <>
      <form method="post" action={`/staff/tracks/${id}`} className="form-set">
        {problem && (
          <div role="alert">
            <FieldError>{problem}</FieldError>
          </div>
        )}
        <div className="form-set__pair">
          <Field label="Title" name="title" defaultValue={title} maxLength={NAME_MAX} required />
          <Field label="Artist" name="artist" defaultValue={artist} maxLength={NAME_MAX} />
          <Select
            label="Mood"
            name="mood"
            options={[{ value: '', label: 'None' }, ...MOODS.map((value) => ({ value, label: value }))]}
            defaultValue={mood ?? ''}
          />
        </div>
        <OccasionFields chosen={occasions} />
        <div className="l-row">
          <Button type="submit" size="small">
            Save
          </Button>
        </div>
      </form>
      <form method="post" action={`/staff/tracks/${id}/delete`} className="form-set__end">
        <p className="l-small">Films that were made with it stay as they are. Others have no music then.</p>
        <Button type="submit" kind="second" size="small" icon="trash">
          Remove it
        </Button>
      </form>
    </>
  );
}
