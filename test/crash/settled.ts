import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { ApiError } from '../../src/shared/api-client.ts';
import { getEvent } from '../../src/shared/contracts/events.ts';
import { getPreview, latestRenderJob } from '../../src/shared/contracts/films.ts';
import type { Visitor } from '../helpers/user.ts';
import type { RunningApp } from './running-app.ts';

/** A job of a worker that was killed is taken up when its lease is over, after half a minute; events are looked after each minute. */
const WITHIN = 10 * 60_000;

/** Waits until nothing is under way any more: no clip, no preview, no render and no job at all. */
export async function settled({ databaseUri }: RunningApp, browser: Visitor, events: string[]): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(databaseUri).connect();
  let waitsFor = '';
  const isQuiet = async () => {
    const under: string[] = [];
    for (const id of events) {
      const { media = [], status: state } = await browser.call(getEvent, { params: { id }, query: {} });
      const [render, preview] = await Promise.all([
        browser.call(latestRenderJob, { params: { id } }),
        browser.call(getPreview, { params: { id } }),
      ]);
      under.push(...media.filter(({ status }) => status === 'processing').map((clip) => `clip ${clip.id}`));
      if (render && !render.finishedAt) under.push(`render ${render.id}: ${render.step}`);
      if (state === 'finalizing') under.push(`event ${id}`);
      if (preview.waiting > 0) under.push(`${preview.waiting} previews`);
    }
    const jobs = await client
      .db()
      .collection('jobs')
      // What is planned for later, such as a mail, is not under way.
      .find({ $or: [{ alive: true, runAt: { $lte: new Date() } }, { endDueAt: { $exists: true } }] })
      .toArray();
    under.push(
      ...jobs.map(({ type, state, attempt, error }) => `${type} ${state} (${attempt}) ${error?.message ?? ''}`),
    );
    waitsFor = under.join(', ');
    return under.length === 0;
  };
  /** The last kill may have been the web process's, which then starts again. */
  const isThereAndQuiet = () =>
    isQuiet().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'UNREACHABLE') throw error;
      waitsFor = 'the web process';
      return false;
    });
  try {
    // Not more often: one browser has its limits.
    for (const until = Date.now() + WITHIN; !(await isThereAndQuiet()); await delay(400)) {
      if (Date.now() > until) throw new Error(`still under way: ${waitsFor}`);
    }
  } finally {
    await client.close();
  }
}
