import { type Design, dice, fill, type Look, type Piece, pick, type Side } from './scene.ts';

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

const CORNERS = [
  { box: { left: 0, top: 0, width: 620, height: 580 }, place: '', dx: -90, dy: -90 },
  {
    box: { left: 1300, top: 500, width: 620, height: 580 },
    place: 'translate(1920 1080) scale(-1 -1)',
    dx: 90,
    dy: 90,
  },
  { box: { left: 1300, top: 0, width: 620, height: 580 }, place: 'translate(1920 0) scale(-.72 .72)', dx: 90, dy: -90 },
  { box: { left: 0, top: 500, width: 620, height: 580 }, place: 'translate(0 1080) scale(.72 -.72)', dx: -90, dy: 90 },
];

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
  ground: ({ ground }) => fill(ground),
  intro: (look) => gardenSide(look, 720, 400),
  outro: (look) => gardenSide(look, 850, 480),
};

function gardenSide(look: Look, rx: number, ry: number): Side {
  const oval = `<ellipse cx="960" cy="540" rx="${rx}" ry="${ry}" fill="${look.box}"/><ellipse cx="960" cy="540" rx="${rx - 26}" ry="${ry - 26}" fill="none" stroke="#8db28a" stroke-width="3"/><ellipse cx="960" cy="540" rx="${rx - 36}" ry="${ry - 36}" fill="none" stroke="#8db28a" stroke-width="1.5"/>`;
  const plate: Piece = {
    box: { left: 960 - rx, top: 540 - ry, width: 2 * rx, height: 2 * ry },
    svg: oval,
    enters: { at: 0, takes: 18 },
  };
  const bunches = CORNERS.map(({ box, place, dx, dy }, index) => ({
    box,
    svg: `<g transform="${place}">${bunch(index + 2)}</g>`,
    enters: { at: 4 + index * 4, takes: 34, dx: dx * 3, dy: dy * 3, isSolid: true },
  }));
  const [width, height] = [Math.round(rx * 1.36), Math.round(ry * 1.36)];
  return {
    pieces: [plate, ...bunches],
    text: { box: { left: 960 - width / 2, top: 540 - height / 2, width, height }, align: 'centre' },
  };
}
