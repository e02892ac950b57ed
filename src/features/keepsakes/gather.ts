import { createHash } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import { fileNameOf } from '../../platform/storage/file-name.ts';
import type { GuestbookEntry } from '../../shared/contracts/guestbook.ts';
import type { Thanks } from '../../shared/contracts/thanks.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { type FilmToKeep, filmToKeep } from '../films/film-to-keep.service.ts';
import { filmPeople } from '../films/film-versions.service.ts';
import { guestbookToKeep } from '../guestbook/guestbook.service.ts';
import { type ClipToKeep, clipsToKeep, thankYousToKeep } from '../media/clips-to-keep.service.ts';
import { thanksToKeep } from '../thanks/thanks.service.ts';
import type { KeepsakeAudience } from './keepsake.model.ts';

/** A file of the archive. */
export interface KeptFile {
  /** In the file store. */
  key: string;
  /** In the archive. */
  path: string;
  /** What it is, as it is shown while it is packed. */
  what: string;
  bytes: number;
}

/** Everything that an archive holds. */
export interface Kept {
  film: FilmToKeep;
  clips: (ClipToKeep & { path: string | null })[];
  lines: Pick<GuestbookEntry, 'name' | 'text' | 'reaction' | 'createdAt'>[];
  /** `name`: of the one person it went to. */
  thanks: { words: Pick<Thanks, 'kind' | 'to' | 'text' | 'createdAt'>; name: string | null; path: string | null }[];
  /** Of the dates. */
  timeZone: string;
  files: KeptFile[];
  /** Clips, and videos of thank-yous. */
  clipIds: string[];
  /** Of the files. */
  bytes: number;
  /** Changes with the content. */
  mark: string;
}

/** Gathers what goes into an archive; null without a film. */
export async function gather(event: EventRecord, audience: KeepsakeAudience): Promise<Kept | null> {
  const film = await filmToKeep(event);
  if (!film) return null;
  const [found, lines, thanks] = await Promise.all([
    clipsToKeep(event),
    event.guestbook ? guestbookToKeep(event.id) : [],
    thanksToKeep(event.id, audience === 'recipients'),
  ]);
  const videos = await thankYousToKeep(
    event.id,
    thanks.flatMap(({ media }) => media?.id ?? []),
  );
  const people = thanks.some(({ to }) => to !== 'all') ? await filmPeople(film.id) : [];
  const clips = found.map((clip, at) => ({ ...clip, path: pathOf(clip, 'clips', at) }));
  const said = thanks.map((words, at) => {
    const video = videos.get(words.media?.id ?? '');
    return { words, video, path: video ? pathOf(video, 'thank-yous', at) : null };
  });
  const files = [
    { key: film.video.key, path: 'film.mp4', what: 'The film', bytes: film.video.bytes },
    { key: film.posterKey, path: 'poster.jpg', what: 'The film', bytes: 0 },
    { key: film.captionsKey, path: 'captions.vtt', what: 'The film', bytes: 0 },
    ...clips.flatMap(({ file, path, name }) => fileAt(file, path, name)),
    ...said.flatMap(({ video, path }) => fileAt(video?.file ?? null, path, 'Thank-yous')),
  ];
  const sized = await Promise.all(files.map(withSize));
  const there = sized.filter((file) => file !== null);
  const paths = new Set(there.map(({ path }) => path));
  const ifThere = (path: string | null) => (path !== null && paths.has(path) ? path : null);
  const kept = {
    film,
    clips: clips.map((clip) => ({ ...clip, path: ifThere(clip.path) })),
    lines,
    timeZone: event.timeZone,
    thanks: said.map(({ words: { kind, to, text, createdAt }, path }) => ({
      words: { kind, to, text, createdAt },
      name: people.find(({ id }) => id === to)?.name ?? null,
      path: ifThere(path),
    })),
    files: there,
    bytes: there.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  const mark = createHash('sha256').update(JSON.stringify(kept)).digest('base64url');
  const clipIds = [...found, ...videos.values()].map(({ id }) => id);
  return { ...kept, clipIds, mark };
}

function fileAt(file: ClipToKeep['file'], path: string | null, what: string): KeptFile[] {
  return file && path ? [{ key: file.key, path, what, bytes: file.bytes }] : [];
}

/** A file that is gone, such as an original after its time, is left out. */
async function withSize(file: KeptFile): Promise<KeptFile | null> {
  const stored = await platform().store.stat(file.key);
  return stored && { ...file, bytes: stored.bytes };
}

/** "clips/07 Anna.mov" */
function pathOf({ file, name }: ClipToKeep, folder: string, at: number): string | null {
  if (!file) return null;
  const number = String(at + 1).padStart(2, '0');
  return `${folder}/${`${number} ${fileNameOf(name)}`.trim()}.${file.extension}`;
}
