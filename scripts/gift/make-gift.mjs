import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkFilm } from '../check-film.mjs';
import { fittingTrack, followRender, pagesOf, publishFilm, waitForClips } from '../run/film.mjs';
import { loadShared } from '../run/shared.mjs';
import { createVisitor } from '../run/visitor.mjs';
import { addFiles, badFiles } from './add-files.mjs';
import { fileNameFor } from './names.mjs';

/**
 * Creates an event, adds each file as a contributor, prepares, publishes, downloads and checks the film. Throws with a
 * one-line message when it can't continue or a check fails.
 *
 * @param {object} given
 * @param {string} given.root
 * @param {string} given.url origin of the app
 * @param {ReturnType<import('./options.mjs').readGiftOptions>} given.options
 * @param {ReturnType<import('./report.mjs').createReport>} given.report
 * @param {AbortSignal} given.signal
 */
export async function makeGift({ root, url, options, report, signal }) {
  const shared = await loadShared(root);
  const organiser = createVisitor({ shared, origin: url, signal });
  const context = { shared, url, options, report, signal, organiser };
  const login = await register(context);
  const event = await createEvent(context);
  const pages = pagesOf(url, event);
  report.say(`Started ${event.title} on ${url}`);

  await addFiles(event, context);
  const { media, length } = await prepared(event, context);
  const music = await chooseMusic(event, context);
  report.say(`${media.length} ${media.length === 1 ? 'clip' : 'clips'}, ${length.toFixed(1)} s, ${music}`);

  const onPay = ({ amount, url: address, isSandbox }) => {
    const price = `$${(amount / 100).toFixed(2)}`;
    report.say(
      isSandbox ? `Paid ${price} in the sandbox` : `The film costs ${price}. Pay here, then it continues: ${address}`,
    );
  };
  const job = await publishFilm(shared, organiser, event.id, { onPay, signal });
  const onProgress = ({ progress, step }) =>
    report.progress(`Making the film: ${Math.round(progress * 100)} %, ${step}`);
  const { film } = await followRender(shared, organiser, job, { onProgress, signal });
  const file = await download(film, context);
  // A film without sound in any clip and without music is meant to be silent.
  const isSilent =
    !options.music &&
    media.every(({ kind, checks }) => kind === 'photo' || kind === 'text' || checks.includes('silent'));
  const failed = await check(file, { expectSeconds: film.length, soundLevel: !isSilent }, report);

  report.say(
    [
      '',
      `The film:   ${file}`,
      `Studio:     ${pages.studioUrl}   (log in as ${login.email}, password ${login.password})`,
      `Add clips:  ${pages.contributeUrl}   (for everybody else)`,
      `Recipient:  ${pages.recipientUrl}`,
      `To share:   ${pages.viewUrl}`,
    ].join('\n'),
  );
  if (failed.length > 0) throw new Error(`The film did not pass: ${failed.join(', ')}.`);
}

async function register({ shared, organiser, options }) {
  const email = `gift-${randomBytes(6).toString('hex')}@vidday.example`;
  const password = randomBytes(12).toString('base64url');
  const body = { email, password, ...(options.from && { firstName: options.from }) };
  await organiser.call(shared.accounts.register, { body });
  return { email, password };
}

function createEvent({ shared, organiser, options }) {
  const { OCCASION_TYPES } = shared;
  if (!OCCASION_TYPES.includes(options.occasion)) {
    throw new Error(`There is no occasion “${options.occasion}”. Choose one of ${OCCASION_TYPES.join(', ')}.`);
  }
  const recipients = options.to.map((firstName) => ({ firstName }));
  return organiser.call(shared.events.createEvent, { body: { occasion: options.occasion, recipients } });
}

/** Waits for the clips; a refused one ends the command, or is removed with `--skip-bad`. */
async function prepared(event, { shared, organiser, options, report, signal }) {
  const onProgress = (media) => {
    const done = media.filter(({ status }) => status === 'ready').length;
    const now = media.find(({ status }) => status === 'processing');
    const where = now ? `, ${now.contributor.name} ${Math.round((now.progress ?? 0) * 100)} %` : '';
    report.progress(`Preparing: ${done} of ${media.length}${where}`);
  };
  const found = await waitForClips(shared, organiser, event.id, { onProgress, signal });
  const refused = found.media.filter(({ status }) => status === 'failed');
  for (const { contributor, error } of refused) report.say(`refused  ${contributor.name}: ${error?.message}`);
  if (refused.length > 0 && !options.skipBad) throw badFiles(refused.length);
  for (const { id } of refused) await organiser.call(shared.media.deleteMedia, { params: { id } });
  if (refused.length === found.media.length) throw new Error('There is no clip left to make a film of.');
  for (const { contributor, checks } of found.media) {
    if (checks.length > 0) report.say(`look at  ${contributor.name}: ${checks.join(', ')}`);
  }
  return organiser.call(shared.events.getEvent, { params: { id: event.id } });
}

async function chooseMusic(event, { shared, organiser, options }) {
  const tracks = options.music ? await organiser.call(shared.tracks.listTracks, { query: {} }) : [];
  const track = fittingTrack(tracks, options.occasion);
  const body = { trackId: track?.id ?? null };
  await organiser.call(shared.events.updateEvent, { params: { id: event.id }, body });
  return track ? `with “${track.title}”` : 'without music';
}

async function download(film, { organiser, options, report, signal }) {
  const [best] = [...film.sources].sort((a, b) => b.height - a.height);
  const file = options.out ?? freeName(options.gifts, fileNameFor(options.to));
  const part = `${file}.part`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    const answer = await organiser.request(best.url);
    if (!answer.ok) throw new Error(`The film could not be downloaded (${answer.status}).`);
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(part), { signal });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  report.say(`Downloaded ${basename(file)}, ${best.height}p`);
  return file;
}

/** Never overwrites a film that was not named on the command line. */
function freeName(folder, name) {
  for (let number = 1; ; number++) {
    const file = join(folder, `${name}${number === 1 ? '' : `-${number}`}.mp4`);
    if (!existsSync(file)) return file;
  }
}

async function check(file, expected, report) {
  const checks = await checkFilm(file, expected);
  for (const { name, ok, detail } of checks) report.say(`${ok ? 'pass' : 'FAIL'}  ${name}: ${detail}`);
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}
