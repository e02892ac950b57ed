import type { Media } from '../../src/shared/contracts/media.ts';
import { keysOf } from '../../src/shared/known-values.ts';

/** A clip with its position in the film, counted from 1. */
export interface Placed {
  clip: Media;
  place: number;
}

export type ClipSort = 'film' | 'newest' | 'oldest' | 'name' | 'people' | 'story';

export const SORTS: readonly { value: ClipSort; label: string }[] = [
  { value: 'film', label: 'Film order' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'First come first' },
  { value: 'name', label: 'Name' },
  { value: 'people', label: 'By person' },
  { value: 'story', label: 'Best story' },
];

export type ClipFilter = 'all' | 'look' | 'out' | 'photo' | 'audio';

const FILTERS: Record<ClipFilter, { label: string; fits: (clip: Media) => boolean }> = {
  all: { label: 'All', fits: () => true },
  look: {
    label: 'Needs a look',
    fits: ({ hidden, status, checks }) => !hidden && (status === 'failed' || checks.length > 0),
  },
  out: { label: 'Left out', fits: ({ hidden }) => hidden },
  photo: { label: 'Photos', fits: ({ kind }) => kind === 'photo' },
  audio: { label: 'Voice', fits: ({ kind }) => kind === 'audio' },
};

/** Filters with results and their counts; only `all` if nothing distinguishes the clips. */
export function filtersOf(clips: readonly Media[]): { filter: ClipFilter; label: string; count: number }[] {
  return keysOf(FILTERS)
    .map((filter) => ({ filter, label: FILTERS[filter].label, count: clips.filter(FILTERS[filter].fits).length }))
    .filter(({ count }) => count > 0);
}

export function filtered(clips: readonly Placed[], filter: ClipFilter): Placed[] {
  return clips.filter(({ clip }) => FILTERS[filter].fits(clip));
}

/** Destination of a move. */
export type MoveTarget = 'start' | 'end' | { after: string };

export function placed(clips: readonly Media[]): Placed[] {
  return clips.map((clip, index) => ({ clip, place: index + 1 }));
}

/** Clips whose name, text, captions or position matches; all for an empty search. An exact position comes first. */
export function found(clips: readonly Placed[], typed: string): Placed[] {
  const wanted = plain(typed);
  if (!wanted) return [...clips];
  const hits = clips.filter(
    ({ clip, place }) =>
      plain(`${clip.contributor.name} ${clip.text ?? ''} ${wordsOf(clip)}`).includes(wanted) ||
      String(place) === wanted,
  );
  return hits.sort((a, b) => Number(String(b.place) === wanted) - Number(String(a.place) === wanted));
}

/** What is said, as one text: a search may span two captions. */
function wordsOf({ captions }: Media): string {
  return captions.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ');
}

export function sorted(clips: readonly Placed[], by: ClipSort): Placed[] {
  const firstPlaces = new Map<string, number>();
  for (const { clip, place } of clips) {
    const person = personOf(clip);
    firstPlaces.set(person, Math.min(place, firstPlaces.get(person) ?? place));
  }
  const firstPlaceOf = ({ clip, place }: Placed) => firstPlaces.get(personOf(clip)) ?? place;
  const compare: Record<ClipSort, (a: Placed, b: Placed) => number> = {
    film: () => 0,
    newest: (a, b) => b.clip.createdAt.localeCompare(a.clip.createdAt),
    oldest: (a, b) => a.clip.createdAt.localeCompare(b.clip.createdAt),
    name: (a, b) => a.clip.contributor.name.localeCompare(b.clip.contributor.name),
    people: (a, b) => firstPlaceOf(a) - firstPlaceOf(b),
    story: (a, b) => a.clip.length - b.clip.length,
  };
  return [...clips].sort(compare[by]);
}

/** Who sent a clip; people without an id differ by name. */
function personOf({ contributor: { id, name } }: Media): string {
  return id ?? plain(name);
}

/** All ids in their new order; moved ones keep their relative order. */
export function movedTo(ids: readonly string[], moving: readonly string[], target: MoveTarget): string[] {
  const isMoving = new Set(moving);
  const block = ids.filter((id) => isMoving.has(id));
  const rest = ids.filter((id) => !isMoving.has(id));
  if (target === 'start') return [...block, ...rest];
  if (target === 'end') return [...rest, ...block];
  const at = rest.indexOf(target.after) + 1;
  return [...rest.slice(0, at), ...block, ...rest.slice(at)];
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
