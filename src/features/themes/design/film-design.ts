import { type Box, boxOn, type Design, fill, isNarrow, type Side, type Stage } from './scene.ts';

const STRIP = 190;
const HOLE = { width: 84, height: 58, step: 120 };

/** Reaches beyond the stage, as it runs. */
function strip(left: number, height: number): string {
  const holes = Array.from(
    { length: height / HOLE.step },
    (_, i) =>
      `<rect x="${left + (STRIP - HOLE.width) / 2}" y="${-420 + i * HOLE.step}" width="${HOLE.width}" height="${HOLE.height}" rx="12" fill="#f0e2c8"/>`,
  );
  return `<rect x="${left}" y="-420" width="${STRIP}" height="${height}" fill="#0d0806"/>${holes.join('')}`;
}

/** The leader of an old home movie. */
export const homeMovie: Design = {
  look: {
    face: 'typewriter',
    smallFace: 'typewriter',
    size: 270,
    spacing: 1.1,
    ink: '#3a2413',
    soft: '#8a4a22',
    box: '#efdcb8',
    ground: '#efdcb8',
  },
  pace: { start: 20, gap: 12, takes: 4, rise: 0 },
  accent: '#c9803c',
  ground: ({ ground }, stage) =>
    `<defs><radialGradient id="old" r=".75"><stop offset=".4" stop-color="#fff" stop-opacity=".18"/><stop offset="1" stop-color="#4a2a10" stop-opacity=".62"/></radialGradient><linearGradient id="leak"><stop offset="0" stop-color="#ff7a2f" stop-opacity=".55"/><stop offset="1" stop-color="#ff7a2f" stop-opacity="0"/></linearGradient></defs>${fill(ground, stage)}${fill('url(#old)', stage)}<rect width="620" height="${stage.height}" fill="url(#leak)"/>${leader(stage)}<g stroke="#3a2413" stroke-opacity=".2" stroke-width="2"><path d="M512 0l4 ${stage.height}M1490 0l-3 ${stage.height}M1238 0v420"/></g>`,
  intro: (look, stage) =>
    filmSide(boxOn(stage, { left: 330, top: 240, width: 1260, height: 600 }, 140), look.box, stage),
  outro: (look, stage) =>
    filmSide(boxOn(stage, { left: 300, top: 130, width: 1320, height: 820 }, 140), look.box, stage),
};

/** The circles and the cross of a countdown. */
function leader({ width, height }: Stage): string {
  const [x, y] = [width / 2, height / 2];
  return `<g fill="none" stroke="#5a3519" stroke-opacity=".24"><path d="M${x} 0v${height}M190 ${y}h${width - 380}" stroke-width="4"/><circle cx="${x}" cy="${y}" r="420" stroke-width="7"/><circle cx="${x}" cy="${y}" r="470" stroke-width="4"/></g>`;
}

function filmSide(box: Box, plate: string, stage: Stage): Side {
  // On a narrow stage half of each strip is outside.
  const outside = isNarrow(stage) ? STRIP / 2 : 0;
  const margin = isNarrow(stage) ? 30 : 60;
  const height = stage.height > stage.width ? 2760 : 1920;
  const sides = [-outside, stage.width - STRIP + outside].map((left) => ({
    box: { left, top: -420, width: STRIP, height },
    svg: strip(left, height),
    enters: { at: 0, takes: 90, dy: -360, isSolid: true },
  }));
  const card = `<rect x="${box.left - 20}" y="${box.top - 20}" width="${box.width + 40}" height="${box.height + 40}" rx="28" fill="${plate}" fill-opacity=".82"/><rect x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}" rx="16" fill="none" stroke="#5a3519" stroke-opacity=".55" stroke-width="4"/>`;
  return {
    pieces: [
      ...sides,
      {
        box: { left: box.left - 24, top: box.top - 24, width: box.width + 48, height: box.height + 48 },
        svg: card,
        enters: { at: 8, takes: 10 },
      },
    ],
    text: {
      box: { left: box.left + margin, top: box.top + 40, width: box.width - 2 * margin, height: box.height - 80 },
      align: 'centre',
    },
  };
}
