import type { Event } from '../../src/shared/contracts/events.ts';
import type { Preview, PublishedMedia, RenderJob } from '../../src/shared/contracts/films.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import type { TrackChange } from '../../src/shared/contracts/socket-events.ts';
import type { Track } from '../../src/shared/contracts/tracks.ts';

/** A track as the studio shows it: beats are only for films. */
export type Song = Omit<Track, 'beats'>;

export interface StudioProps {
  event: Event;
  preview: Preview;
  render: RenderJob | null;
  films: PublishedMedia[];
  tracks: Song[];
  /** Absolute URL for contributors. */
  inviteUrl: string;
  /** Suggested invitation; `{by}` is replaced by the deadline. */
  inviteText: string;
  /** The same as a QR code: SVG as a data URL. */
  inviteCode: string;
  /** Absolute URLs for the recipient and for sharing. */
  recipientUrl: string;
  viewUrl: string;
  /** Not signed in: the event was created in this browser. */
  needsAccount: boolean;
  /** The viewer is the creator and may delete it. */
  mayDelete: boolean;
  /** Captions by listening have words; the sandbox only knows where somebody speaks. */
  hearsWords: boolean;
  /** Switched off on this site for its maker: what begins with it isn’t offered. */
  isOff: { captions: boolean; premieres: boolean; uploads: boolean };
  /** The user came from the payment page. */
  wasPaid: boolean;
}

/** The timeline's clips in order, without the bin and late clips. */
export function timelineOf(event: Event): Media[] {
  return (event.media ?? []).filter((clip) => clip.deletedAt === null && !clip.isThankYou && !clip.isWaiting);
}

/** Whether all of a clip was prepared once, which its editor shows and goes on from. */
export function canEdit({ kind, status, source }: Media): boolean {
  return status !== 'failed' && (kind === 'text' || status === 'ready' || source != null);
}

/** Late clips that wait for a decision. */
export function waitingOf(event: Event): Media[] {
  return (event.media ?? []).filter((clip) => clip.deletedAt === null && clip.isWaiting);
}

/** Removed clips that can be restored. */
export function binOf(event: Event): Media[] {
  return (event.media ?? []).filter((clip) => clip.deletedAt !== null);
}

/** Revisions of removed clips by id, to ignore older messages about them. */
export type Removed = ReadonlyMap<string, number>;

/** Adds or replaces a clip; ignores outdated revisions. */
export function withMedia(event: Event, changed: Media, removed: Removed): Event {
  if (changed.revision < (removed.get(changed.id) ?? 0)) return event;
  const media = event.media ?? [];
  const known = media.find((clip) => clip.id === changed.id);
  if (known && known.revision > changed.revision) return event;
  const isBack = known?.deletedAt != null && changed.deletedAt === null;
  if (known && !isBack) return { ...event, media: media.map((clip) => (clip === known ? changed : clip)) };
  return {
    ...event,
    media: withPlaced(
      media.filter((clip) => clip !== known),
      changed,
    ),
  };
}

/** The event after a change of a clip was not saved: its fields are again as they were, unless the clip has changed since. */
export function withoutChange(event: Event, clip: Media, fields: readonly string[]): Event {
  const before = Object.fromEntries(Object.entries(clip).filter(([field]) => fields.includes(field)));
  const isIt = ({ id, revision }: Media) => id === clip.id && revision === clip.revision;
  return { ...event, media: event.media?.map((each) => (isIt(each) ? { ...each, ...before } : each)) };
}

/** The clips with one more, at its position among those outside the bin. */
function withPlaced(clips: readonly Media[], added: Media): Media[] {
  const next = clips.filter(({ deletedAt }) => deletedAt === null)[added.position];
  const at = next ? clips.indexOf(next) : clips.length;
  return [...clips.slice(0, at), added, ...clips.slice(at)];
}

/** The event without a removed clip, or with the clip in the bin. */
export function withoutMedia(event: Event, id: string, inBin: Media | undefined): Event {
  const media = event.media ?? [];
  return {
    ...event,
    media: inBin ? media.map((clip) => (clip.id === id ? inBin : clip)) : media.filter((clip) => clip.id !== id),
  };
}

/** Merges a fetched event with clip updates and removals received meanwhile. */
export function withNewest(fetched: Event, now: Event, removed: Removed): Event {
  const known = new Map((now.media ?? []).map((clip) => [clip.id, clip]));
  const newest = (clip: Media) => {
    const other = known.get(clip.id);
    return other && other.revision > clip.revision ? { ...other, position: clip.position } : clip;
  };
  const isGone = ({ id, revision }: Media) => revision < (removed.get(id) ?? 0);
  return { ...fetched, media: fetched.media?.map(newest).filter((clip) => !isGone(clip)) };
}

/** The event with its timeline reordered. */
export function withOrder(event: Event, ids: readonly string[]): Event {
  const places = new Map(ids.map((id, index) => [id, index]));
  const media = [...(event.media ?? [])].sort(
    (a, b) => (places.get(a.id) ?? ids.length) - (places.get(b.id) ?? ids.length),
  );
  return { ...event, media };
}

/** The films, newest first, with this one as the current film. */
export function withFilm(films: readonly PublishedMedia[], current: PublishedMedia): PublishedMedia[] {
  const known = films.find(({ id }) => id === current.id);
  const others = films.filter((film) => film !== known).map((film) => ({ ...film, isCurrent: false }));
  // Only the list knows whether a film may be downloaded.
  return [{ ...(known ?? current), isCurrent: true }, ...others].sort((a, b) => b.version - a.version);
}

/** A list with one entry moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  if (entry === undefined) return [...list];
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** Whether a render is in progress. */
export function isRendering(render: RenderJob | null): boolean {
  return render?.status === 'queued' || render?.status === 'running';
}

/** Why the film can't be published, for the user; null if it can. */
export function whyNotPublish(event: Event): string | null {
  const clips = timelineOf(event).filter((clip) => !clip.hidden);
  if (clips.length === 0) return 'Add a clip to publish.';
  if (clips.every((clip) => clip.status === 'failed')) return 'We couldn’t open any of the clips.';
  return null;
}

/** Merges what changed of a song; drops a removed one, and adds a new one when it comes whole. */
export function withSong(songs: Song[], change: TrackChange): Song[] {
  const { beats: _beats, ...changed } = change;
  if (changed.deletedAt) return songs.filter(({ id }) => id !== changed.id);
  if (songs.some(({ id }) => id === changed.id)) {
    return songs.map((song) => (song.id === changed.id ? { ...song, ...changed } : song));
  }
  return isWhole(changed) ? [changed, ...songs] : songs;
}

function isWhole(song: Partial<Song>): song is Song {
  return song.title !== undefined && song.status !== undefined && song.waveform !== undefined;
}
