/**
 * Cost of a film with all that a theme and its makers may ask for: trims, crossfades, a collage, names, captions in the picture. Ratios of
 * CPU measured side by side in one run, for film.mjs.
 */
import { join } from 'node:path';
import { introCard, makeCard, outroCard } from '../../src/features/films/render/cards.ts';
import { collagesFor, makeCollageSegment } from '../../src/features/films/render/collage.ts';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { makeOverlaid } from '../../src/features/films/render/make-overlaid.ts';
import { namePlate } from '../../src/features/films/render/name-plates.ts';
import { overlaidParts, saidAtEdges } from '../../src/features/films/render/overlaid.ts';
import { buildTimeline } from '../../src/features/films/render/timeline.ts';
import { makeTransition, transitionKey } from '../../src/features/films/render/transition.ts';
import { trackWav } from '../../src/features/library/music/track-file.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { toFilmTheme } from '../../src/features/themes/film-themes.service.ts';
import { seedOf } from '../../src/features/themes/seed-themes.ts';
import { clipOf } from '../../test/helpers/lavfi-segments.ts';
import { checkFilm } from '../check-film.mjs';
import { oneGraph, phoneClip } from './film-sources.mjs';
import { measure } from './measure.mjs';

const CLIPS = 12;
const SOURCES = 4;
const THEME = toFilmTheme(seedOf('waves', 0).fields);
const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
const percent = (share) => `${(share * 100).toFixed(1)} %`;
const cost = ({ cpu, wall, memory }) =>
  `${cpu.toFixed(1)} s CPU, ${wall.toFixed(1)} s, ${Math.round(memory / 1024 ** 2)} MB`;
const edgesIn = (out) => ({ video: join(out, 'edges.mp4'), audio: join(out, 'edges.wav') });

/** Somebody speaks for two of three seconds. */
function cuesFor({ start, end }) {
  return Array.from({ length: Math.floor((end - start) / 3) }, (_, i) => ({
    ...{ start: 3 * i + 0.5, end: 3 * i + 2.5 },
    text: `Happy birthday, dear Ruth, number ${i + 1}!`,
  }));
}

/** Makes parts of films, each once, as the store does. */
function shelf(folder) {
  const made = new Map();
  return async (key, make) => {
    if (!made.has(key)) made.set(key, await make(join(folder, `${made.size}-${key}`)));
    return made.get(key);
  };
}

async function overlaid(clip, cues, once) {
  const { key, frames, contributor, files } = clip;
  const plate = namePlate({ key, frames, names: [contributor.name], byline: contributor.name }, THEME);
  const replaced = [];
  for (const part of overlaidParts({ key, frames, plate, cues }, THEME)) {
    const segment = await once(part.key, (out) => makeOverlaid(part, files, out));
    replaced.push({ from: part.from, segment });
  }
  return { ...clip, replaced };
}

/** A film's timeline, with all its parts made. */
async function layOut(clips, cues, once) {
  const names = clips.map(({ contributor }) => contributor.name);
  const card = (each) => once(each.key, async (out) => ({ ...(await makeCard(each, out)), edges: edgesIn(out) }));
  const [intro, outro] = [await card(introCard(EVENT, THEME)), await card(outroCard(EVENT, names, THEME))];
  const seen = clips.map(({ key, frames, contributor, files }) => ({
    ...{ key, frames, shape: 16 / 9, name: contributor.name, video: files.video720 },
  }));
  const collages = [];
  for (const collage of collagesFor(THEME.collages, seen)) {
    const videos = collage.clips.map(({ video }) => video);
    const make = async (out) => ({ ...(await makeCollageSegment(collage, videos, out)), edges: edgesIn(out) });
    collages.push(await once(collage.key, make));
  }
  const shown = [];
  for (const clip of clips) shown.push(await overlaid(clip, cues, once));
  const said = clips.map((clip) => ({ ...clip, said: saidAtEdges({ frames: clip.frames, plate: null, cues }, THEME) }));
  const parts = [intro, ...collages, ...said, outro];
  const transitions = [];
  for (const [i, next] of parts.slice(1).entries()) {
    const make = (out) => makeTransition('fade', [parts[i], next], out);
    transitions.push(await once(transitionKey('fade', parts[i], next), make));
  }
  return buildTimeline({ event: EVENT, clips: shown, intro, collages, outro, track: null, transitions });
}

/** @param {{ board: ReturnType<import('./measure.mjs').scoreboard>, folder: string, seconds: number }} of seconds of each clip */
export async function wholeFilm({ board, folder, seconds }) {
  const trim = { start: 0.5, end: seconds - 0.5 };
  const cues = cuesFor(trim);
  const sources = [];
  for (let i = 0; i < SOURCES; i += 1) {
    sources.push(join(folder, `whole-source-${i}.mp4`));
    await phoneClip(sources[i], seconds, i);
  }
  const music = await trackWav('confetti-hour', join(folder, 'music'));
  const prepared = [];
  const preparing = await measure(async () => {
    for (const [i, path] of sources.entries()) {
      const input = { kind: 'video', path, edit: { trim }, name: '' };
      prepared.push(await prepareClip(input, join(folder, `whole-prepared-${i}`)));
    }
  });
  const own = preparing.cpu / SOURCES;
  const named = (count) =>
    Array.from({ length: count }, (_, i) => {
      const { segmentKey, frames, files } = prepared[i % SOURCES];
      const edges = { video: files.edgesVideo, audio: files.edgesAudio };
      return { ...clipOf({ key: `${segmentKey}-${i}`, frames, files }, `Person ${i}`), edges };
    });

  const clips = named(CLIPS);
  const once = shelf(folder);
  const making = await measure(() => layOut(clips, cues, once));
  const timeline = making.result;
  const publish = await measure(() => joinFilm(timeline, music, join(folder, 'whole-film')));
  board.note(`preparing a clip: ${own.toFixed(1)} s CPU; all parts of ${CLIPS} clips: ${cost(making)}`);
  board.note(`publish: ${cost(publish)}; ${timeline.length.toFixed(1)} s, ${timeline.items.length} items`);
  for (const { name, ok, detail } of await checkFilm(publish.result.files.film1080, {
    expectSeconds: timeline.length,
  })) {
    board.add(name, ok, detail, 'check-film');
  }
  const cards = timeline.items.filter(({ role }) => role === 'intro' || role === 'outro');
  const collage = timeline.items.find(({ role }) => role === 'collage');
  const still = ({ segment }) => ({ path: publish.result.files.posterJpg, seconds: segment.frames / 30 });
  const all = Array.from({ length: CLIPS }, (_, i) => sources[i % SOURCES]);
  const graph = await measure(() =>
    oneGraph({
      ...{
        clips: all,
        cards: cards.map(still),
        music,
        seconds: timeline.length,
        target: join(folder, 'whole-graph.mp4'),
      },
      ...{ trim, names: clips.map(({ contributor }) => contributor.name), cues },
      collage: collage.segment.frames / 30,
      fades: [cards[0], collage, ...clips.map((segment) => ({ segment }))].map(({ segment }) => segment.frames / 30),
    }),
  );
  board.note(`one graph, both renditions: ${cost(graph)}`);
  const share = publish.cpu / graph.cpu;
  board.add('publish with all parts made ahead, CPU against one graph', share <= 0.06, percent(share), 'at most 6 %');
  board.note(`parts included: ${percent((publish.cpu + making.cpu) / graph.cpu)} of one graph`);

  const thirty = named(30);
  const store = shelf(folder);
  const first = await measure(async () => joinFilm(await layOut(thirty, cues, store), music, join(folder, 'thirty')));
  const changed = thirty.with(14, { ...thirty[14], key: `${thirty[14].key}-changed` });
  const again = await measure(async () => joinFilm(await layOut(changed, cues, store), music, join(folder, 'again')));
  const ratio = (own + again.cpu) / (30 * own + first.cpu);
  board.note(`film of 30 clips: ${cost(first)} and 30 preparations; one clip changed: ${cost(again)} and one`);
  board.add('one clip changed in a film of 30, CPU', ratio <= 0.15, percent(ratio), 'at most 15 % of the first time');
}
