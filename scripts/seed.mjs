import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fittingTrack, followRender, pagesOf, publishFilm, waitForClips } from './run/film.mjs';
import { loadShared } from './run/shared.mjs';
import { createVisitor } from './run/visitor.mjs';
import { confirmAddress } from './seed/confirm-address.mjs';
import { drawClip } from './seed/draw-clip.mjs';
import { GIFTS, ORGANISER } from './seed/gifts.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Creates the demo through the public API: a birthday gift to unwrap, and a wedding that still collects clips. Progress
 * is stored in `demo.json` in the data folder, so that the next start adds only what is missing.
 *
 * @param {{ url: string, varDir: string, onStep: (words: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<{ email: string, password: string, studioUrl: string, contributeUrl: string, recipientUrl:
 *   string, viewUrl: string }>} of the birthday gift
 */
export async function seedDemo({ url, varDir, onStep, signal }) {
  const shared = await loadShared(ROOT);
  const memory = await openMemory(join(varDir, 'demo.json'));
  const context = { shared, url, varDir, onStep, signal, memory };
  const organiser = createVisitor({ shared, origin: url, signal });
  await signIn(organiser, context);
  const events = {};
  for (const name of Object.keys(GIFTS)) events[name] = await makeGift(organiser, name, context);
  const { email, password } = memory.known;
  return { email, password, ...pagesOf(url, events.birthday) };
}

/** Progress of earlier starts, written atomically. */
async function openMemory(file) {
  const known = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  known.gifts ??= {};
  async function save() {
    await writeFile(`${file}.part`, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
  return { known, save };
}

/** Signs in to the demo account, which is created and confirmed if necessary. */
async function signIn(organiser, { shared, memory, signal }) {
  const { known } = memory;
  if (known.email) {
    const { email, password } = known;
    const user = await organiser.call(shared.accounts.login, { body: { email, password } }).catch(refused);
    if (user && !user.verified) await confirmAddress(organiser, email, { shared, signal, isNew: false });
    if (user) return;
  }
  // Store it before use: an account with an unknown password would be lost.
  known.password ??= randomBytes(12).toString('base64url');
  for (const email of [ORGANISER.email, `demo-${randomBytes(3).toString('hex')}@vidday.example`]) {
    known.email = email;
    await memory.save();
    const body = { email, password: known.password, firstName: ORGANISER.firstName };
    const user = await organiser.call(shared.accounts.register, { body }).catch(refused);
    if (user) return confirmAddress(organiser, email, { shared, signal, isNew: true });
  }
  throw new Error('no account could be made for it');
}

/** Turns refusals into null; rethrows other errors. */
function refused(error) {
  if (error.status >= 400 && error.status < 500 && error.status !== 429) return null;
  throw error;
}

async function makeGift(organiser, name, context) {
  const { shared, memory, onStep } = context;
  const { known } = memory;
  let event = await existing(organiser, known.gifts[name], context);
  if (event && known.gifts[name].isMade) return event;
  if (!event) {
    event = await organiser.call(shared.events.createEvent, { body: GIFTS[name].event() });
    known.gifts[name] = { id: event.id, isMade: false };
    await memory.save();
  }
  const who = event.recipients.map(({ firstName }) => firstName).join(' and ');
  onStep(`Making a demo gift for ${who} ...`);
  await addClips(event, name, context);
  if (GIFTS[name].isPublished && !event.film) event = await makeFilm(organiser, event, context);
  known.gifts[name].isMade = true;
  await memory.save();
  return event;
}

async function existing(organiser, gift, { shared }) {
  if (!gift) return null;
  const event = await organiser.call(shared.events.getEvent, { params: { id: gift.id } }).catch(refused);
  return event?.media && event.status !== 'deleted' ? event : null;
}

/** Adds missing clips in order, each as a separate visitor. */
async function addClips(event, name, { shared, url, varDir, onStep, signal }) {
  const there = new Set(event.media.map(({ contributor }) => contributor.name));
  const missing = GIFTS[name].clips.filter(({ by }) => !there.has(by));
  const folder = await mkdtemp(join(varDir, 'demo-'));
  try {
    for (const clip of missing) {
      const contributor = { name: clip.by };
      const { caption } = clip;
      const guest = createVisitor({ shared, origin: url, signal });
      if (clip.kind === 'text') {
        const body = { event: event.uuid, kind: 'text', text: clip.text, contributor };
        await guest.call(shared.media.createMedia, { body });
      } else {
        const file = await drawClip({ root: ROOT, folder, name: `${name}-${there.size}`, clip, signal });
        await guest.addFile({ event: event.uuid, file, filename: file.split('/').at(-1), contributor, caption });
      }
      there.add(clip.by);
      onStep(`  ${clip.by} added ${WORDS[clip.kind]}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const WORDS = {
  video: 'a video',
  portrait: 'a video, held upright',
  photo: 'a photo',
  text: 'a few words',
  voice: 'a voice message',
};

async function makeFilm(organiser, event, { shared, onStep, signal }) {
  const tracks = await organiser.call(shared.tracks.listTracks, { query: {} });
  const trackId = fittingTrack(tracks, event.occasion)?.id ?? null;
  await organiser.call(shared.events.updateEvent, { params: { id: event.id }, body: { trackId } });
  const { media } = await waitForClips(shared, organiser, event.id, { signal });
  const failed = media.find(({ status }) => status === 'failed');
  if (failed) throw new Error(`${failed.contributor.name}’s clip was refused: ${failed.error?.message}`);
  onStep('  the clips are prepared, now the film ...');
  const job = await publishFilm(shared, organiser, event.id, { signal });
  return followRender(shared, organiser, job, { signal });
}
