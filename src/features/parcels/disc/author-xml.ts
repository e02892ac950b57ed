import type { Chapter, Television } from './disc-plan.ts';
import type { MenuPage } from './draw-menu.ts';

/** What spumux needs to lay the lights of a page over its picture. */
export function lightsXml(
  { buttons }: MenuPage,
  television: Television,
  files: { select: string; press: string },
): string {
  const places = buttons.map(({ x, y, width, height }, index) => {
    const [up, down] = [neighbour(buttons.length, index, -1), neighbour(buttons.length, index, 1)];
    const sides = `up="${up}" down="${down}" left="${up}" right="${down}"`;
    return `<button name="b${index}" x0="${x}" y0="${y}" x1="${x + width}" y1="${y + height}" ${sides}/>`;
  });
  const spu = `<spu start="00:00:00.00" force="yes" highlight="${files.select}" select="${files.press}">${places.join('')}</spu>`;
  return `<subpictures format="${television.toUpperCase()}"><stream>${spu}</stream></subpictures>`;
}

function neighbour(count: number, index: number, step: number): string {
  return `b${(index + step + count) % count}`;
}

interface Disc {
  folder: string;
  film: string;
  /** Program streams of the menu, in the order of its pages. */
  menus: string[];
  pages: readonly MenuPage[];
  chapters: readonly Chapter[];
  television: Television;
}

/** What dvdauthor needs: a menu that opens by itself, and the film with its chapters, which returns to it. */
export function discXml({ folder, film, menus, pages, chapters, television }: Disc): string {
  const menu = pages.map(({ buttons }, index) => {
    const acts = buttons.map(({ act }, number) => {
      const to =
        'page' in act ? `jump menu ${act.page}` : act.play === 0 ? 'jump title 1' : `jump title 1 chapter ${act.play}`;
      return `<button name="b${number}">${to};</button>`;
    });
    const entry = index === 0 ? ' entry="root"' : '';
    return `<pgc${entry} pause="inf">${acts.join('')}<vob file="${menus[index]}" pause="inf"/></pgc>`;
  });
  const starts = chapters.length === 0 ? '0' : chapters.map(({ start }) => start.toFixed(2)).join(',');
  return [
    `<dvdauthor dest="${folder}" jumppad="no">`,
    `<vmgm><menus><video format="${television}"/><pgc entry="title"><pre>jump titleset 1 menu;</pre></pgc></menus></vmgm>`,
    `<titleset><menus><video format="${television}" aspect="4:3"/>${menu.join('')}</menus>`,
    `<titles><video format="${television}" aspect="16:9"/>`,
    `<pgc><vob file="${film}" chapters="${starts}"/><post>call menu;</post></pgc></titles></titleset>`,
    '</dvdauthor>',
  ].join('');
}
