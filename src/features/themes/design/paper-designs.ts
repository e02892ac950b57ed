import {
  type Box,
  boxOn,
  type Design,
  fill,
  inCorners,
  isNarrow,
  type Look,
  type Piece,
  type Side,
  STAGE,
  type Stage,
  spread,
  star,
} from './scene.ts';

const turned = (markup: string, angle: number, { left, top, width, height }: Box) =>
  `<g transform="rotate(${angle} ${left + width / 2} ${top + height / 2})">${markup}</g>`;

const around = ({ left, top, width, height }: Box, across: number, down = across): Box => ({
  left: left - across,
  top: top - down,
  width: width + 2 * across,
  height: height + 2 * down,
});

/** A sheet with a soft shadow. */
function sheet({ left, top, width, height }: Box, colour: string, radius = 6): string {
  const shade = (grow: number, light: number) =>
    `<rect x="${left - grow}" y="${top - grow + 16}" width="${width + 2 * grow}" height="${height + 2 * grow}" rx="${radius + grow}" fill="#1d1408" fill-opacity="${light}"/>`;
  return `${shade(14, 0.05)}${shade(8, 0.07)}${shade(3, 0.1)}<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}" fill="${colour}"/>`;
}

function airmail({ left, top, width, height }: Box): string {
  return `<defs><pattern id="air" width="96" height="96" patternUnits="userSpaceOnUse" patternTransform="skewX(-30)"><path d="M0 0h30v96H0z" fill="#e4604c"/><path d="M48 0h30v96H48z" fill="#3f6fb0"/></pattern></defs><path d="M${left} ${top}h${width}v${height}h${-width}zM${left + 26} ${top + 26}v${height - 52}h${width - 52}v${52 - height}z" fill="url(#air)" fill-rule="evenodd"/>`;
}

function stamp(x: number, y: number): string {
  const [width, height, hole] = [200, 240, 20];
  const holes: string[] = [];
  for (let at = hole / 2; at < width; at += hole)
    holes.push(
      `M${x + at} ${y}m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M${x + at} ${y + height}m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0`,
    );
  for (let at = hole / 2; at < height; at += hole)
    holes.push(
      `M${x} ${y + at}m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M${x + width} ${y + at}m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0`,
    );
  const picture = `<g transform="translate(${x + 20} ${y + 20})"><rect width="160" height="200" fill="#f6c65b"/><circle cx="80" cy="96" r="40" fill="#ee6a4f"/><path d="M0 150q40-46 84-16t76-14v80H0z" fill="#4f9d86"/><path d="M0 172q50-30 90-6t70-8v42H0z" fill="#2f7d6d"/><path d="M18 46q14-16 28 0q14-16 28 0" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"/></g>`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fffdf6"/><path d="${holes.join('')}" fill="#e9e2d0"/>${picture}`;
}

function postmark(x: number, y: number): string {
  const lines = [-48, -24, 0, 24, 48].map((dy) => `<path d="M${x + 104} ${y + dy}q30-16 60 0t60 0 60 0 60 0"/>`);
  return `<g fill="none" stroke="#34507c" stroke-width="6" stroke-opacity=".72"><circle cx="${x}" cy="${y}" r="96"/><circle cx="${x}" cy="${y}" r="66"/><path d="${star(x, y, 40)}" stroke-linejoin="round"/>${lines.join('')}</g>`;
}

/** A card that has come by air mail. */
export const postcards: Design = {
  look: {
    face: 'serif',
    smallFace: 'hand',
    size: 290,
    spacing: 0.9,
    ink: '#33203f',
    soft: '#3f6fb0',
    box: '#fffaf0',
    ground: '#8fc3e6',
  },
  pace: { start: 26, gap: 9, takes: 16, rise: 0 },
  accent: '#e4604c',
  ground: ({ ground }, stage) =>
    `<defs><pattern id="sea" width="128" height="84" patternUnits="userSpaceOnUse"><path d="M-32 24q32-28 64 0t64 0 64 0M-32 66q32-28 64 0t64 0 64 0" fill="none" stroke="#fff" stroke-opacity=".24" stroke-width="9"/></pattern></defs>${fill(ground, stage)}${fill('url(#sea)', stage)}`,
  intro(look, stage) {
    const card = boxOn(stage, { left: 290, top: 160, width: 1340, height: 760 }, 60);
    // Beside the words, or above them.
    const [side, below] = isNarrow(stage) ? [card.left + card.width - 290, card.top + 80] : [1340, 250];
    const mark = isNarrow(stage) ? { x: side - 330, y: below + 130 } : { x: 1290, y: 500 };
    const drawn = turned(sheet(card, look.box) + airmail(card), -2.5, card);
    const stuck = turned(stamp(side, below), -2.5, card);
    const printed = turned(postmark(mark.x, mark.y), -2.5, card);
    const words = { left: card.left + 100, width: card.width - 200, top: below + 280, height: card.height - 440 };
    return {
      pieces: [
        { box: around(card, 80), svg: drawn, enters: { at: 0, takes: 28, dx: -1500, dy: 240, isSolid: true } },
        {
          box: { left: side - 30, top: below - 60, width: 290, height: 320 },
          svg: stuck,
          enters: { at: 24, takes: 14, dy: -420, isSolid: true },
        },
        {
          box: { left: mark.x - 140, top: mark.y - 130, width: 480, height: 270 },
          svg: printed,
          enters: { at: 44, takes: 4 },
        },
      ],
      text: {
        box: isNarrow(stage) ? words : { left: 390, top: 240, width: 796, height: 600 },
        align: 'left',
        turn: -2.5,
      },
    };
  },
  outro(look, stage) {
    const card = boxOn(stage, { left: 150, top: 90, width: 1620, height: 900 }, 50);
    return {
      pieces: [
        {
          box: around(card, 80),
          svg: turned(sheet(card, look.box) + airmail(card), 1, card),
          enters: { at: 0, takes: 28, dx: 1500, isSolid: true },
        },
      ],
      text: { box: around(card, isNarrow(stage) ? -80 : -100, -80), align: 'centre', turn: 1 },
    };
  },
};

const tape = (x: number, y: number, angle: number, colour: string) =>
  `<g transform="translate(${x} ${y}) rotate(${angle})"><path d="M-120-30l10 10-8 10 8 10-8 10 8 10-10 10h240l-8-10 8-10-8-10 8-10-8-10 8-10z" fill="${colour}" fill-opacity=".84"/></g>`;

const doodle = (d: string) =>
  `<path d="${d}" fill="none" stroke="#fffaf0" stroke-width="8" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".9"/>`;

/** Notes, tape and a pencil. */
export const scrapbook: Design = {
  look: {
    face: 'hand',
    smallFace: 'hand',
    size: 320,
    spacing: 0.75,
    ink: '#4a2f27',
    soft: '#b5533c',
    box: '#fffaf0',
    ground: '#c9a67c',
  },
  pace: { start: 26, gap: 10, takes: 14, rise: 0 },
  accent: '#e7b04c',
  ground({ ground }, stage) {
    const flecks = spread(17, 58, null, stage).map(({ x, y, random }) => {
      const turn = Math.round(random() * 180);
      return `<path d="M${x} ${y}h${Math.round(6 + random() * 16)}" transform="rotate(${turn} ${x} ${y})" stroke="${random() < 0.5 ? '#fff' : '#6d4a2a'}" stroke-opacity=".16" stroke-width="3"/>`;
    });
    return fill(ground, stage) + flecks.join('');
  },
  intro(look, stage) {
    const note = boxOn(stage, { left: 330, top: 200, width: 1260, height: 700 }, 80);
    const under = { left: note.left - 30, top: note.top - 30, width: note.width + 60, height: note.height + 40 };
    const middle = stage.width / 2;
    const back = turned(sheet(under, '#e98f6f'), 3.5, under);
    const front = turned(sheet(note, look.box) + rules(note), -2, note);
    return {
      pieces: [
        { box: around(under, 100), svg: back, enters: { at: 0, takes: 20, dx: 1300, isSolid: true } },
        { box: around(note, 80), svg: front, enters: { at: 8, takes: 22, dx: -1400, isSolid: true } },
        {
          box: { left: middle - 180, top: note.top - 90, width: 360, height: 150 },
          svg: tape(middle, note.top - 4, -4, '#f3d98c'),
          enters: { at: 28, takes: 5, dy: -30 },
        },
        ...doodles(stage),
      ],
      text: { box: around(note, isNarrow(stage) ? -70 : -90, -70), align: 'centre', turn: -2 },
    };
  },
  outro(look, stage) {
    const note = boxOn(stage, { left: 170, top: 110, width: 1580, height: 860 }, 60);
    const middle = stage.width / 2;
    return {
      pieces: [
        {
          box: around(note, 80),
          svg: turned(sheet(note, look.box) + rules(note), 1, note),
          enters: { at: 0, takes: 24, dy: 900, isSolid: true },
        },
        {
          box: { left: middle - 180, top: note.top - 80, width: 360, height: 150 },
          svg: tape(middle, note.top - 4, 3, '#f3d98c'),
          enters: { at: 26, takes: 5, dy: -30 },
        },
      ],
      text: { box: around(note, isNarrow(stage) ? -70 : -90, -70), align: 'centre', turn: 1 },
    };
  },
};

function rules({ left, top, width, height }: Box): string {
  const lines: string[] = [];
  for (let y = top + 120; y < top + height - 30; y += 74) lines.push(`M${left + 10} ${y}h${width - 20}`);
  return `<path d="${lines.join('')}" stroke="#7fb0cf" stroke-opacity=".3" stroke-width="3"/><path d="M${left + 86} ${top}v${height}" stroke="#e98f6f" stroke-opacity=".5" stroke-width="3"/>`;
}

function doodles(stage: Stage): Piece[] {
  const drawn: Piece[] = [
    {
      box: { left: 60, top: 90, width: 260, height: 260 },
      svg: doodle(star(180, 210, 84)),
      enters: { at: 36, takes: 10 },
    },
    {
      box: { left: 1600, top: 700, width: 280, height: 300 },
      svg: doodle('M1745 940c-110-70-120-160-60-176 34-8 56 18 60 40 6-26 32-48 66-38 54 18 40 106-66 174z'),
      enters: { at: 42, takes: 10 },
    },
    {
      box: { left: 80, top: 800, width: 260, height: 220 },
      svg: doodle('M110 900q30-60 60 0t60 0 60 0M110 960q30-60 60 0t60 0 60 0'),
      enters: { at: 48, takes: 10 },
    },
  ];
  return isNarrow(stage) ? inCorners(stage, stage.height > stage.width ? 0.9 : 0.55, drawn) : drawn;
}

/** A letter that slides out of its envelope. */
export const letter: Design = {
  look: {
    face: 'script',
    smallFace: 'italic',
    size: 380,
    spacing: 0.85,
    ink: '#7d2438',
    soft: '#8a5a58',
    box: '#fffdf8',
    ground: '#f2c9c4',
  },
  pace: { start: 34, gap: 12, takes: 22, rise: 0 },
  accent: '#c53d4e',
  ground({ ground }, stage) {
    const hearts = spread(41, 170, null, stage).map(({ x, y, random }) => {
      const size = (0.5 + random() * 0.6).toFixed(2);
      return `<path d="M0 26C-34 4-30-26-10-26-2-26 0-18 0-14 0-18 2-26 10-26 30-26 34 4 0 26" fill="#fff" fill-opacity=".3" transform="translate(${x} ${y}) rotate(${Math.round((random() - 0.5) * 50)}) scale(${size})"/>`;
    });
    return fill(ground, stage) + hearts.join('');
  },
  intro: (look, stage) => letterSide(look, { left: 380, top: 90, width: 1160, height: 800 }, 520, stage),
  outro: (look, stage) => letterSide(look, { left: 240, top: 60, width: 1440, height: 980 }, 700, stage),
};

function letterSide(look: Look, wide: Box, wideHeight: number, stage: Stage): Side {
  // The envelope stays as large; on a higher stage the page is longer.
  const more = stage.height - STAGE.height;
  const narrow = { left: 130, top: wide.top, width: stage.width - 260, height: wide.height + more };
  const page = isNarrow(stage) ? narrow : wide;
  const textHeight = wideHeight + more;
  const { left, width } = page;
  const middle = stage.width / 2;
  const [from, to] = [left - 90, left + width + 90];
  const floor = page.top + textHeight + 60;
  const margin = isNarrow(stage) ? 60 : 90;
  const back = `<path d="M${from} ${floor - 10}h${to - from}v520H${from}z" fill="#b9656b"/>`;
  const front =
    `<path d="M${from} ${floor}L${middle} ${floor + 260} ${to} ${floor}v480H${from}z" fill="#1d1408" fill-opacity=".12" transform="translate(0 -12)"/>` +
    `<path d="M${from} ${floor}L${middle} ${floor + 260} ${to} ${floor}v480H${from}z" fill="#d98086"/>` +
    `<path d="M${from} ${floor + 480}L${middle} ${floor + 170} ${to} ${floor + 480}z" fill="#e39499"/>`;
  const seal = `<g transform="translate(${middle} ${floor + 220})"><circle r="66" fill="#a52c3f"/><circle r="52" fill="none" stroke="#7f1c2e" stroke-width="4"/><path d="M0 30C-38 6-34-28-12-28-2-28 0-18 0-14 0-18 2-28 12-28 34-28 38 6 0 30" fill="#e8a3a0"/></g>`;
  const low = { left: from - 10, top: floor - 30, width: to - from + 20, height: stage.height - floor + 30 };
  const shown = { ...page, height: Math.min(page.height, stage.height - page.top) };
  return {
    pieces: [
      { box: low, svg: back },
      { box: around(shown, 40), svg: sheet(page, look.box, 4), enters: { at: 6, takes: 36, dy: 760, isSolid: true } },
      { box: low, svg: front + seal },
    ],
    text: {
      box: { left: left + margin, top: page.top + 50, width: width - 2 * margin, height: textHeight - 60 },
      align: 'centre',
    },
  };
}
