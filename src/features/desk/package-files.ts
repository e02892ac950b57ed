import { listAudit } from '../audit/audit.service.ts';
import { titleOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { filmFilesOf, rendersOf } from '../films/film-files.service.ts';
import { guestbookToKeep } from '../guestbook/guestbook.service.ts';
import { clipFilesOf } from '../media/clip-files.service.ts';
import { listHistory } from '../organisers/history.service.ts';
import { thanksToKeep } from '../thanks/thanks.service.ts';
import { masked } from './staff-events.service.ts';

/** Lines of the audit log in a package. */
const LINES = 1000;

/** A file of a package: from the store, or its content. */
export type PackageFile = { path: string; key: string } | { path: string; content: unknown };

/** What a package of an event holds, in its order. */
export async function* packageFiles(event: EventRecord): AsyncGenerator<PackageFile> {
  yield { path: 'event.json', content: withoutKeys(event) };
  const films = await filmFilesOf(event.id);
  const cards: object[] = [];
  for (const clip of await clipFilesOf(event.id)) {
    const { original, posterKey, ...facts } = clip;
    cards.push({ ...facts, originalName: original?.name ?? null });
    if (original) yield { path: `originals/${clip.id}${endingOf(original.name)}`, key: original.key };
    if (posterKey) yield { path: `posters/${clip.id}.jpg`, key: posterKey };
  }
  for (const { version, files } of films) {
    for (const { name, key } of files) yield { path: `films/version-${version}/${name}`, key };
  }
  const [lines, thanks, renders, history, audit] = await Promise.all([
    guestbookToKeep(event.id),
    thanksToKeep(event.id, false),
    rendersOf(event.id),
    listHistory(event),
    listAudit({ eventId: event.id, limit: LINES }),
  ]);
  yield { path: 'texts/clips.json', content: cards };
  yield { path: 'texts/guestbook.json', content: lines };
  yield { path: 'texts/thanks.json', content: thanks.map(({ kind, text, createdAt }) => ({ kind, text, createdAt })) };
  yield { path: 'logs/films.json', content: films.map(({ files: _files, ...facts }) => facts) };
  yield { path: 'logs/renders.json', content: renders };
  yield { path: 'logs/history.json', content: history };
  yield { path: 'logs/audit.json', content: audit.lines };
}

function withoutKeys(event: EventRecord): object {
  const { privateKey, viewKey, analyticsClientId: _id, ...facts } = event;
  return { title: titleOf(event), ...facts, privateKey: masked(privateKey), viewKey: masked(viewKey) };
}

/** ".mov" of a file’s name, in lower case; empty for none that is usual. */
function endingOf(name: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? '';
}
