import { type Design, dice, fill, isNarrow, type Look, type Piece, pick, type Side, type Stage } from './scene.ts';

function leaf(x: number, y: number, length: number, angle: number, colour: string): string {
  const w = length * 0.34;
  return `<path d="M0 0C${w} ${-length * 0.3} ${w} ${-length * 0.7} 0 ${-length}C${-w} ${-length * 0.7} ${-w} ${-length * 0.3} 0 0" fill="${colour}" transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${angle.toFixed(0)})"/>`;
}

function flower(x: number, y: number, size: number, petal: string, heart: string): string {
  const petals = Array.from(
    { length: 6 },
    (_, i) =>
      `<ellipse cx="${x}" cy="${y - size * 0.62}" rx="${size * 0.36}" ry="${size * 0.55}" fill="${petal}" transform="rotate(${i * 60} ${x} ${y})"/>`,
  );
  return `${petals.join('')}<circle cx="${x}" cy="${y}" r="${size * 0.3}" fill="${heart}"/>`;
}

/** A bunch that grows from the corner at 0, 0. */
function bunch(seed: number): string {
  const random = dice(seed);
  const greens = ['#5f9b6d', '#7fb486', '#47805a', '#9cc79a'] as const;
  const leaves = Array.from({ length: 34 }, (_, i) => {
    const angle = 92 + (i / 33) * 86;
    const far = 90 + random() * 300;
    const turn = (angle * Math.PI) / 180;
    return leaf(
      far * Math.sin(turn),
      -far * Math.cos(turn),
      120 + random() * 70,
      angle + (random() - 0.5) * 50,
      pick(greens, random),
    );
  });
  const blooms =
    flower(120, 150, 92, '#f3a7a0', '#f6c65b') +
    flower(300, 90, 66, '#fdf1e3', '#f0b45c') +
    flower(80, 330, 60, '#fdf1e3', '#f0b45c') +
    flower(250, 250, 48, '#e27f7a', '#f6c65b') +
    flower(430, 70, 38, '#f3a7a0', '#f6c65b');
  return leaves.join('') + blooms;
}

/** Left or right, top or bottom, and how large: opposite corners have the same. */
const CORNERS = [
  [-1, -1, 1],
  [1, 1, 1],
  [1, -1, 0.72],
  [-1, 1, 0.72],
] as const;
const BUNCH = { width: 620, height: 580 };

/** Flowers that grow in from the corners. */
export const garden: Design = {
  look: {
    face: 'italic',
    smallFace: 'italic',
    size: 340,
    spacing: 1,
    ink: '#2c4a38',
    soft: '#b0574f',
    box: '#fffdf4',
    ground: '#dcebd3',
  },
  pace: { start: 22, gap: 12, takes: 22, rise: 24 },
  accent: '#e27f7a',
  ground: ({ ground }, stage) => fill(ground, stage),
  intro: (look, stage) => gardenSide(look, stage, isNarrow(stage) ? sideways(stage, 0.76) : [720, 400]),
  outro: (look, stage) => gardenSide(look, stage, isNarrow(stage) ? sideways(stage, 0.88) : [850, 480]),
};

/** Radii of the oval that takes this part of a narrow stage's height. */
function sideways({ width, height }: Stage, share: number): [number, number] {
  return [width / 2 - 24, Math.round((height * share) / 2)];
}

function gardenSide(look: Look, stage: Stage, [rx, ry]: readonly [number, number]): Side {
  const [x, y] = [stage.width / 2, stage.height / 2];
  const ellipse = (inset: number, rest: string) =>
    `<ellipse cx="${x}" cy="${y}" rx="${rx - inset}" ry="${ry - inset}" ${rest}/>`;
  const oval =
    ellipse(0, `fill="${look.box}"`) +
    ellipse(26, 'fill="none" stroke="#8db28a" stroke-width="3"') +
    ellipse(36, 'fill="none" stroke="#8db28a" stroke-width="1.5"');
  const plate: Piece = {
    box: { left: x - rx, top: y - ry, width: 2 * rx, height: 2 * ry },
    svg: oval,
    enters: { at: 0, takes: 18 },
  };
  const part = isNarrow(stage) ? 0.68 : 1;
  const bunches = CORNERS.map(([across, down, size], index) => {
    const [left, top] = [across < 0 ? 0 : stage.width, down < 0 ? 0 : stage.height];
    const place = `translate(${left} ${top}) scale(${-across * size * part} ${-down * size * part})`;
    return {
      box: { left: across < 0 ? 0 : left - BUNCH.width, top: down < 0 ? 0 : top - BUNCH.height, ...BUNCH },
      svg: `<g transform="${place}">${bunch(index + 2)}</g>`,
      enters: { at: 4 + index * 4, takes: 34, dx: across * 270, dy: down * 270, isSolid: true },
    };
  });
  const [width, height] = [Math.round(rx * 1.36), Math.round(ry * 1.36)];
  return {
    pieces: [plate, ...bunches],
    text: { box: { left: x - width / 2, top: y - height / 2, width, height }, align: 'centre' },
  };
}
