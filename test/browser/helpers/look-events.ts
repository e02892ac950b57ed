import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deliverEvent } from '../../../src/shared/contracts/deliveries.ts';
import type { CreateEventBody, Event } from '../../../src/shared/contracts/events.ts';
import { createEvent, getEvent, updateEvent } from '../../../src/shared/contracts/events.ts';
import { latestRenderJob, publish } from '../../../src/shared/contracts/films.ts';
import { eventually } from '../../helpers/eventually.ts';
import { finishedFilm } from '../../helpers/finished-film.ts';
import { timeToGive } from '../../helpers/giving.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';
import type { SignedInUser, Visitor } from '../../helpers/user.ts';
import type { WholeApp } from '../../helpers/whole-app.ts';
import { allPrepared, giveFile, giveWords } from './giving.ts';

const DAY = 86_400_000;
/** A name that fits no line. */
export const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Hohenzollern';
const NAMES = [
  'Jonas',
  '🌻 Mia 🎂',
  LONG,
  'Karl-Heinz and the whole football team',
  '山田太郎',
  'مريم',
  'A',
  'Großmutter Änne',
];
const run = promisify(execFile);

/** Events in the states that a screen can be in. */
export interface LookEvents {
  empty: Event;
  /** Started by somebody without an account, with one clip. */
  nobodys: Event;
  memorial: Event;
  closed: Event;
  early: Event;
  /** Twelve clips of people with long and strange names, still being prepared. */
  full: Event;
  /** Two clips, one of them broken, a film that was given, and a clip that came late. */
  given: Event;
  /** With a film, for somebody with a long name and somebody from right to left; one of them waits for its day. */
  ready: Event;
  planned: Event;
  /** The same, to be sent by the one who looks. */
  leaving: Event;
  receipt: string;
  brokenReceipt: string;
}

/** Makes events in every state, with long and strange names; two of them with a film. */
export async function fillEvents(app: WholeApp, organiser: SignedInUser, visitor: Visitor): Promise<LookEvents> {
  const later = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const start = (body: Partial<CreateEventBody> = {}) =>
    organiser.call(createEvent, {
      body: {
        occasion: 'birthday',
        recipients: [{ firstName: 'Ruth', email: 'ruth@example.com' }],
        message: 'Half a minute is plenty.',
        deadline: later(5),
        timeZone: 'Europe/Berlin',
        ...body,
      },
    });
  const close = ({ id }: Event) =>
    organiser.call(updateEvent, { params: { id }, query: {}, body: { deadline: new Date().toISOString() } });
  const video = await sampleVideo();
  const given = await start({ occasion: 'getwell' });
  const { receiptUrl } = await giveFile(app.origin, given.uuid, 'Jonas', video.sound);
  const broken = await giveFile(app.origin, given.uuid, 'Bo', video.broken);
  await giveWords(app.origin, given.uuid, LONG, 'Superlongwordwithoutanyspacesthatgoesonandonandon');
  await allPrepared(organiser, given.id);
  await organiser.call(publish, { body: { eventId: given.id } });
  await eventually(
    'the film',
    async () => (await organiser.call(latestRenderJob, { params: { id: given.id } }))?.status === 'done',
  );
  await organiser.call(deliverEvent, { params: { id: given.id }, body: { timeZone: 'UTC' } });
  await timeToGive(given);
  await eventually('the mail', async () => (await app.mailsTo('ruth@example.com')).length > 0);

  await giveWords(app.origin, given.uuid, LONG, 'Sorry I’m late');
  const withFilm = async (firstName: string) => {
    const event = await start({
      occasion: 'getwell',
      recipients: [{ firstName, email: 'ruth@example.com' }, { firstName: 'مريم' }],
    });
    await giveWords(app.origin, event.uuid, LONG, 'Get well soon');
    await allPrepared(organiser, event.id);
    await finishedFilm(app.connection, event);
    return event;
  };
  const [ready, leaving] = [await withFilm('Maximiliane-Alexandra'), await withFilm('Maximiliane-Alexandra')];
  const planned = await withFilm('Ruth');
  await organiser.call(deliverEvent, { params: { id: planned.id }, body: { at: later(6), message: 'For you' } });

  app.pauseWorker();
  const full = await start({
    recipients: [{ firstName: 'Maximiliane-Alexandra' }, { firstName: '🎉 Zoë 👩‍👩‍👧‍👦' }],
    message: 'A rather long message that goes on. '.repeat(12),
  });
  for (let index = 0; index < 12; index++) {
    const name = NAMES[index % NAMES.length] ?? '';
    await giveWords(app.origin, full.uuid, name, `${index} Happy birthday! `.repeat(index * 2 + 1));
  }
  const nobodys = await visitor.call(createEvent, {
    body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }], timeZone: 'Europe/Berlin' },
  });
  await giveWords(app.origin, nobodys.uuid, 'Jonas', 'Happy birthday!');
  return {
    nobodys,
    empty: await start(),
    memorial: await start({ occasion: 'memorial', recipients: [{ firstName: 'Walter' }] }),
    closed: await close(await start()),
    early: await start({ deliverAt: later(3) }),
    full,
    ready,
    planned,
    leaving,
    given: await organiser.call(getEvent, { params: { id: given.id }, query: {} }),
    receipt: new URL(receiptUrl).pathname,
    brokenReceipt: new URL(broken.receiptUrl).pathname,
  };
}

/** A second of video, and the same with nothing but noise where its pictures and sounds should be. */
async function sampleVideo(): Promise<{ sound: string; broken: string }> {
  const folder = await tempFolder();
  const sound = join(folder, 'clip.mp4');
  const broken = join(folder, 'broken.mp4');
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=2', '-f', 'lavfi', '-i', 'sine=d=2'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await run('ffmpeg', ['-v', 'error', ...sources, ...codecs, '-movflags', '+faststart', sound]);
  const bytes = await readFile(sound);
  randomFillSync(bytes, bytes.indexOf('mdat') + 4);
  await writeFile(broken, bytes);
  return { sound, broken };
}
