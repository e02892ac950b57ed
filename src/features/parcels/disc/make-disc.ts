import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, type ToolOptions } from '../../../platform/ffmpeg/run.ts';
import { platform } from '../../../platform/platform.ts';
import type { EventRecord } from '../../events/find-events.service.ts';
import type { FilmToKeep } from '../../films/film-to-keep.service.ts';
import { discXml, lightsXml } from './author-xml.ts';
import { type Chapter, chaptersFor, filmArguments, menuArguments, type Television, televisionOf } from './disc-plan.ts';
import { drawLights, drawMenu, type MenuPage, menuPages } from './draw-menu.ts';

const MINUTE = 60_000;
const LIGHT = '#e2503a';
const PRESSED = '#ffffff';

interface Making {
  folder: string;
  /** Where it is played: ISO 3166-1 alpha-2. */
  country: string;
  signal: AbortSignal;
}

/**
 * Makes the image of a DVD-Video: a menu with chapters, and the film in the television of a country. Answers its path in
 * the folder. Throws ToolError.
 */
export async function makeDisc(
  event: Pick<EventRecord, 'occasion'>,
  film: FilmToKeep,
  making: Making,
): Promise<string> {
  const { folder, country, signal } = making;
  const { store } = platform();
  const television = televisionOf(country);
  const chapters = chaptersFor(film.chapters, film.length);
  const tool = { cwd: folder, signal, niceness: 10 };
  const source = await store.local(film.video.key, folder);
  const limit = Math.max(10 * MINUTE, film.length * 3000);
  await runTool('ffmpeg', filmArguments(source, 'film.mpg', { television, length: film.length }), {
    ...tool,
    timeLimit: limit,
  });
  const poster = Buffer.concat(await store.read(film.posterKey).then((stream) => stream.toArray()));
  const look = { title: film.title, occasion: event.occasion, poster, television };
  const pages = menuPages(chapters, television);
  const menus: string[] = [];
  for (const [index, page] of pages.entries()) {
    await writeFile(join(folder, `menu${index}.png`), await drawMenu(page, look));
    menus.push(await menuStream(page, index, { ...tool, television }));
  }
  await author({ pages, menus, chapters, television }, tool);
  await mkdir(join(folder, 'disc', 'AUDIO_TS'), { recursive: true });
  const image = ['-quiet', '-dvd-video', '-udf', '-V', volumeOf(film.title), '-o', 'disc.iso', 'disc'];
  await runTool('genisoimage', image, { ...tool, timeLimit: 20 * MINUTE });
  return join(folder, 'disc.iso');
}

type Tool = Pick<ToolOptions, 'signal' | 'niceness'> & { cwd: string };

/** One page as a program stream whose buttons light up. */
async function menuStream(page: MenuPage, index: number, { television, ...tool }: Tool & { television: Television }) {
  const names = { select: `select${index}.png`, press: `press${index}.png` };
  await writeFile(join(tool.cwd, names.select), await drawLights(page, television, LIGHT));
  await writeFile(join(tool.cwd, names.press), await drawLights(page, television, PRESSED));
  await writeFile(join(tool.cwd, `lights${index}.xml`), lightsXml(page, television, names));
  const still = `still${index}.mpg`;
  await runTool('ffmpeg', menuArguments(`menu${index}.png`, still, television), { ...tool, timeLimit: 2 * MINUTE });
  const input = createReadStream(join(tool.cwd, still));
  const { stdout } = await runTool('spumux', [`lights${index}.xml`], { ...tool, input, timeLimit: MINUTE });
  await writeFile(join(tool.cwd, `menu${index}.mpg`), stdout);
  return `menu${index}.mpg`;
}

interface Parts {
  pages: MenuPage[];
  menus: string[];
  chapters: Chapter[];
  television: Television;
}

async function author(parts: Parts, tool: Tool): Promise<void> {
  await writeFile(join(tool.cwd, 'disc.xml'), discXml({ folder: 'disc', film: 'film.mpg', ...parts }));
  await runTool('dvdauthor', ['-x', 'disc.xml'], { ...tool, timeLimit: 20 * MINUTE });
}

/** Up to 32 capital letters, digits and underscores. */
function volumeOf(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return (
    plain
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 32) || 'FILM'
  );
}
