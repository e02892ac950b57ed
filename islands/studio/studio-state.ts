import type { Event } from '../../src/shared/contracts/events.ts';
import type { Preview, PublishedMedia, RenderJob, Track } from '../../src/shared/contracts/films.ts';
import type { Media } from '../../src/shared/contracts/media.ts';

export interface StudioProps {
  event: Event;
  preview: Preview;
  render: RenderJob | null;
  films: PublishedMedia[];
  tracks: Track[];
  /** Absolute address that contributors open. */
  inviteUrl: string;
  /** What may be sent with it; `{by}` is replaced by the deadline. */
  inviteText: string;
  /** The same as a QR code: SVG as a data address. */
  inviteCode: string;
  /** Absolute addresses for the recipient and for sharing. */
  recipientUrl: string;
  viewUrl: string;
  /** Nobody is signed in yet: the event was prepared in this browser. */
  needsAccount: boolean;
  /** It is theirs, and so is the say over all of it. */
  mayDelete: boolean;
  /** The page was reached from the payment page. */
  wasPaid: boolean;
}

/** The clips of the timeline, first to last; not what lies in the bin or waits outside. */
export function timelineOf(event: Event): Media[] {
  return (event.media ?? []).filter((clip) => clip.deletedAt === null && !clip.isThankYou && !clip.isWaiting);
}

/** Clips that came after the film was published, and wait outside it for an answer. */
export function waitingOf(event: Event): Media[] {
  return (event.media ?? []).filter((clip) => clip.deletedAt === null && clip.isWaiting);
}

/** Clips that were removed and can be brought back. */
export function binOf(event: Event): Media[] {
  return (event.media ?? []).filter((clip) => clip.deletedAt !== null);
}

/** Revisions of clips as they were removed, by id: older news of them can still arrive. */
export type Removed = ReadonlyMap<string, number>;

/** The event with one clip put in place of its older self, or added; unchanged where something newer is known of it. */
export function withMedia(event: Event, changed: Media, removed: Removed): Event {
  if (changed.revision < (removed.get(changed.id) ?? 0)) return event;
  const media = event.media ?? [];
  const known = media.find((clip) => clip.id === changed.id);
  if (known && known.revision > changed.revision) return event;
  return {
    ...event,
    media: known ? media.map((clip) => (clip === known ? changed : clip)) : [...media, changed],
  };
}

/** The event as it was fetched, with what became known of its clips meanwhile. */
export function withNewest(fetched: Event, now: Event): Event {
  const known = new Map((now.media ?? []).map((clip) => [clip.id, clip]));
  const newest = (clip: Media) => {
    const other = known.get(clip.id);
    return other && other.revision > clip.revision ? { ...other, position: clip.position } : clip;
  };
  return { ...fetched, media: fetched.media?.map(newest) };
}

/** The event with its timeline in a new order. */
export function withOrder(event: Event, ids: readonly string[]): Event {
  const places = new Map(ids.map((id, index) => [id, index]));
  const media = [...(event.media ?? [])].sort(
    (a, b) => (places.get(a.id) ?? ids.length) - (places.get(b.id) ?? ids.length),
  );
  return { ...event, media };
}

/** The films, newest first, with this one as the film that people see. */
export function withFilm(films: readonly PublishedMedia[], current: PublishedMedia): PublishedMedia[] {
  const known = films.find(({ id }) => id === current.id);
  const others = films.filter((film) => film !== known).map((film) => ({ ...film, isCurrent: false }));
  // Whether it may be downloaded is told with the list alone.
  return [{ ...(known ?? current), isCurrent: true }, ...others].sort((a, b) => b.version - a.version);
}

/** A list with one entry moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  if (entry === undefined) return [...list];
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** Whether a render is still on its way. */
export function isRendering(render: RenderJob | null): boolean {
  return render?.status === 'queued' || render?.status === 'running';
}

/** Why the film can't be published now, in words; null when it can. */
export function whyNotPublish(event: Event): string | null {
  const clips = timelineOf(event).filter((clip) => !clip.hidden);
  if (clips.length === 0) return 'Add a clip to publish.';
  if (clips.every((clip) => clip.status === 'failed')) return 'We couldn’t open any of the clips.';
  return null;
}
