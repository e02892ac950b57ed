import { type Box, boxOn, type Design, fill, isNarrow, type Look, type Piece, type Stage } from './scene.ts';

type Point = [x: number, y: number];

function folds(look: Look, stage: Stage): string {
  const stripes = isNarrow(stage) ? 8 : 14;
  const wide = stage.width / stripes;
  const stops =
    '<linearGradient id="fold"><stop offset="0" stop-color="#000" stop-opacity=".42"/><stop offset=".45" stop-color="#fff" stop-opacity=".07"/><stop offset="1" stop-color="#000" stop-opacity=".42"/></linearGradient>';
  const cloth = Array.from(
    { length: stripes },
    (_, index) =>
      `<rect x="${(index * wide).toFixed(1)}" width="${(wide + 0.5).toFixed(1)}" height="${stage.height}" fill="url(#fold)"/>`,
  ).join('');
  return `<defs>${stops}</defs>${fill(look.ground, stage)}${cloth}<rect y="${stage.height - 60}" width="${stage.width}" height="60" fill="#1c0812" fill-opacity=".7"/>`;
}

/** Bulbs around a rounded sign, every second one. */
function bulbs(box: Box, parity: number): string {
  const step = 62;
  const inset = 36;
  const [left, top] = [box.left + inset, box.top + inset];
  const [right, bottom] = [box.left + box.width - inset, box.top + box.height - inset];
  const across = Math.round((right - left) / step);
  const down = Math.round((bottom - top) / step);
  const places = [
    ...Array.from({ length: across }, (_, i): Point => [left + ((right - left) * i) / across, top]),
    ...Array.from({ length: down }, (_, i): Point => [right, top + ((bottom - top) * i) / down]),
    ...Array.from({ length: across }, (_, i): Point => [right - ((right - left) * i) / across, bottom]),
    ...Array.from({ length: down }, (_, i): Point => [left, bottom - ((bottom - top) * i) / down]),
  ];
  const glow =
    '<radialGradient id="glow"><stop offset="0" stop-color="#ffd978" stop-opacity=".75"/><stop offset="1" stop-color="#ffd978" stop-opacity="0"/></radialGradient>';
  const lit = places
    .filter((_, index) => index % 2 === parity)
    .map(([x, y]) => {
      const at = `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}"`;
      return `<circle ${at} r="36" fill="url(#glow)"/><circle ${at} r="13" fill="#fff3cf"/>`;
    });
  return `<defs>${glow}</defs>${lit.join('')}`;
}

function sign(box: Box, look: Look): Piece[] {
  const frame = (inset: number, radius: number, rest: string) =>
    `<rect x="${box.left + inset}" y="${box.top + inset}" width="${box.width - 2 * inset}" height="${box.height - 2 * inset}" rx="${radius}" ${rest}/>`;
  const outer = { left: box.left - 20, top: box.top - 20, width: box.width + 40, height: box.height + 40 };
  const board =
    frame(-6, 52, 'fill="#120409" fill-opacity=".45"') +
    frame(0, 46, 'fill="#c58a2c"') +
    frame(8, 40, 'fill="#7d1f34"') +
    frame(66, 22, 'fill="#e3b04f"') +
    frame(71, 18, `fill="${look.box}"`);
  return [
    { box: outer, svg: board, enters: { at: 0, takes: 20, dy: 60 } },
    { box: outer, svg: bulbs(box, 0), enters: { at: 20, takes: 5 } },
    { box: outer, svg: bulbs(box, 1), enters: { at: 34, takes: 5 } },
  ];
}

const inside = (box: Box, margin: number) => ({
  left: box.left + margin,
  top: box.top + margin,
  width: box.width - 2 * margin,
  height: box.height - 2 * margin,
});

/** A theatre sign whose bulbs light up. */
export const marquee: Design = {
  look: {
    face: 'deco',
    smallFace: 'serif',
    size: 310,
    spacing: 1,
    ink: '#f7d27a',
    soft: '#f3dfc2',
    box: '#2c0d1c',
    ground: '#5b1228',
  },
  pace: { start: 44, gap: 9, takes: 12, rise: 0 },
  accent: '#e3b04f',
  ground: folds,
  intro(look, stage) {
    const box = boxOn(stage, { left: 240, top: 160, width: 1440, height: 740 }, 50);
    return { pieces: sign(box, look), text: { box: inside(box, isNarrow(stage) ? 110 : 130), align: 'centre' } };
  },
  outro(look, stage) {
    const box = boxOn(stage, { left: 140, top: 70, width: 1640, height: 920 }, 40);
    return { pieces: sign(box, look), text: { box: inside(box, isNarrow(stage) ? 110 : 130), align: 'centre' } };
  },
};
