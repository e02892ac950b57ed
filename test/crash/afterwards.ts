import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { checkFilm } from '../../scripts/check-film.mjs';
import { listPublishedMedia, type PublishedMedia } from '../../src/shared/contracts/films.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { offsetOf } from '../helpers/tus.ts';
import type { Visitor } from '../helpers/user.ts';
import type { Ledger } from './ledger.ts';
import type { Organiser } from './organiser.ts';
import type { RunningApp } from './running-app.ts';

const run = promisify(execFile);

interface World {
  app: RunningApp;
  browser: Visitor;
  organiser: Organiser;
  ledger: Ledger;
  events: string[];
}

/** Each receipt is one clip, ready, of the bytes that were sent; there is no other clip. Answers how many there are. */
export async function checkClips({ app, browser, organiser, ledger, events }: World): Promise<number> {
  const media: Media[] = [];
  const arrived = await hashesOnArrival(app);
  for (const id of events) media.push(...((await organiser.see(id)).media ?? []));
  const gifts = ledger.gifts.filter(({ isMeant }) => isMeant);
  const receipts = gifts.map(({ receipt }) => receipt?.media.id ?? 'no receipt');
  expect(media.map(({ id }) => id)).to.have.members(receipts);
  for (const { receipt, sha256, size, acknowledged, contributor } of gifts) {
    const clip = media.find(({ id }) => id === receipt?.media.id);
    expect(acknowledged, contributor).to.equal(size);
    expect(clip?.status, `${contributor}: ${JSON.stringify(clip?.error)}`).to.equal('ready');
    expect(arrived.get(clip?.id ?? ''), contributor).to.equal(sha256);
    await bytesOf(browser, clip?.downloadUrl);
    await bytesOf(browser, clip?.posterUrl);
    await bytesOf(browser, clip?.previewUrl);
  }
  return media.length;
}

/** What was acknowledged of uploads that became no clip is on the disk. Answers how many there are. */
export async function checkUploads({ app, ledger }: World): Promise<number> {
  const gifts = ledger.gifts.filter(({ isMeant, uploadUrl }) => !isMeant && uploadUrl);
  for (const { bytes, uploadUrl, acknowledged, contributor } of gifts) {
    expect(await offsetOf(app.origin + uploadUrl), contributor).to.be.at.least(acknowledged);
    if (acknowledged === 0) continue;
    const stored = await readFile(join(app.varDir, 'uploads', uploadUrl?.split('/').pop() ?? ''));
    expect(stored.length, contributor).to.be.at.least(acknowledged);
    const start = bytes().subarray(0, acknowledged);
    expect(
      stored.subarray(0, acknowledged).equals(start),
      `the first ${acknowledged} bytes of ${contributor}`,
    ).to.equal(true);
  }
  return gifts.length;
}

/** The order that was acknowledged last holds; clips that came later follow it. */
export async function checkOrder({ organiser, ledger }: World): Promise<void> {
  for (const [eventId, order] of ledger.orders) {
    const { media = [] } = await organiser.see(eventId);
    expect(media.map(({ id }) => id).slice(0, order.length)).to.deep.equal(order);
  }
}

/** Each render that was acknowledged has ended, and has its film if it said so. Answers how many films there are. */
export async function checkFilms({ organiser, browser, ledger, events }: World): Promise<number> {
  const films: PublishedMedia[] = [];
  for (const id of events) films.push(...(await browser.call(listPublishedMedia, { params: { id } })));
  for (const [id, { eventId, status, filmId }] of [...ledger.renders]) {
    const job = await organiser.follow({ id, eventId } as never, () => false);
    expect(job.finishedAt, `render ${id}`).to.be.a('string');
    if (status !== 'done') continue;
    expect(job.status).to.equal('done');
    expect(films.map((film) => film.id)).to.include(filmId ?? 'no film');
  }
  for (const eventId of events) {
    const { film, status } = await organiser.see(eventId);
    const own = films.filter((each) => each.eventId === eventId);
    if (own.length === 0) continue;
    expect(status).to.equal('finalized');
    expect(film?.id).to.equal(own[0]?.id);
    expect(own.map(({ version }) => version)).to.deep.equal([...new Set(own.map(({ version }) => version))]);
  }
  for (const film of films) {
    for (const { url, bytes } of film.sources) {
      const file = join(await tempFolder(), 'film.mp4');
      const content = await bytesOf(browser, url);
      expect(content.length).to.equal(bytes);
      await writeFile(file, content);
      expect(await secondsOf(file)).to.be.closeTo(film.length, 0.05);
    }
  }
  return films.length;
}

/** The newest film of an event is whole and holds all its clips. */
export async function checkNewestFilm({ organiser, browser, ledger }: World, eventId: string): Promise<void> {
  const { film, media = [] } = await organiser.see(eventId);
  const file = join(await tempFolder(), 'film.mp4');
  await writeFile(file, await bytesOf(browser, film?.sources[0]?.url));
  const checks = await checkFilm(file, { expectSeconds: film?.length ?? 0 });
  expect(checks.filter(({ ok }) => !ok)).to.deep.equal([]);
  const names = new Set(media.map(({ contributor }) => contributor.name));
  expect(new Set(film?.chapters.map(({ title }) => title))).to.include.all.keys(...names);
  expect(ledger.renders.size).to.be.at.least(1);
}

/** Work folders are empty, and no upload is left that became a clip. */
export async function checkFolders({ app: { varDir, databaseUri } }: World): Promise<void> {
  const inFolder = (name: string) => (existsSync(join(varDir, name)) ? readdirSync(join(varDir, name)) : []);
  await eventually('the folder of temporary files to be empty', async () => inFolder('tmp').length === 0);
  const client = await new mongoose.mongo.MongoClient(databaseUri).connect();
  try {
    const uploads = client.db().collection<{ _id: string; status: string }>('uploads');
    const files = inFolder('uploads');
    const unfinished = await uploads
      .find({ _id: { $in: files }, status: { $in: ['incomplete', 'complete'] } })
      .toArray();
    expect(files, 'files of uploads').to.have.members(unfinished.map(({ _id }) => _id));
    const media = await client.db().collection('media').find({}).toArray();
    const originals = readdirSync(join(varDir, 'files/originals'), { recursive: true, withFileTypes: true });
    const names = originals.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(names, 'originals').to.have.members(media.map(({ _id }) => String(_id)));
  } finally {
    await client.close();
  }
}

/** The hash of each clip's file as it arrived. */
async function hashesOnArrival({ databaseUri }: RunningApp): Promise<Map<string, unknown>> {
  const client = await new mongoose.mongo.MongoClient(databaseUri).connect();
  try {
    const clips = await client.db().collection('media').find({}).toArray();
    return new Map(clips.map(({ _id, sha256 }) => [String(_id), sha256]));
  } finally {
    await client.close();
  }
}

async function bytesOf(browser: Visitor, url: string | null | undefined): Promise<Buffer> {
  const answer = await browser.fetch(pathOf(url ?? ''));
  expect(answer.status, url ?? 'no address').to.equal(200);
  return Buffer.from(await answer.arrayBuffer());
}

function pathOf(url: string): string {
  return url.startsWith('http') ? new URL(url).pathname + new URL(url).search : url;
}

async function secondsOf(file: string): Promise<number> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=duration', '-of', 'csv=p=0', file],
  ]);
  return Number(stdout);
}
