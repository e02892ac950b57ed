import {
  type Box,
  boxOn,
  type Design,
  fill,
  inCorners,
  isNarrow,
  type Piece,
  pick,
  type Side,
  type Stage,
  spread,
  whole,
} from './scene.ts';

const CENTRE = { left: 260, top: 170, width: 1400, height: 740 };
const PAPERS = ['#ee6a4f', '#f5b841', '#6cc4a1', '#74b3e3', '#8a4a78'] as const;

function confettiOf(seed: number, step: number, size: number, clear: Box, stage: Stage): string {
  return spread(seed, step, clear, stage)
    .map(({ x, y, random }) => {
      const colour = pick(PAPERS, random);
      const turn = Math.round(random() * 180);
      const long = size * (0.8 + random() * 0.6);
      const kind = random();
      if (kind < 0.25) return `<circle cx="${x}" cy="${y}" r="${(long * 0.34).toFixed(1)}" fill="${colour}"/>`;
      if (kind < 0.4) {
        return `<path d="M${x} ${y}q${long} ${-long} ${long * 1.5} 0t${long * 1.5} 0" fill="none" stroke="${colour}" stroke-width="${(size * 0.28).toFixed(1)}" stroke-linecap="round" transform="rotate(${turn} ${x} ${y})"/>`;
      }
      return `<rect x="${x}" y="${y}" width="${long.toFixed(1)}" height="${(long * 0.46).toFixed(1)}" rx="3" fill="${colour}" transform="rotate(${turn} ${x} ${y})"/>`;
    })
    .join('');
}

/** Paper confetti that comes down around the words. */
export const confetti: Design = {
  look: {
    face: 'serif',
    smallFace: 'serif',
    size: 340,
    spacing: 1,
    ink: '#3a1a30',
    soft: '#7a3b60',
    box: '#fdf4e6',
    ground: '#fdf4e6',
  },
  pace: { start: 12, gap: 10, takes: 18, rise: 46 },
  accent: '#ee6a4f',
  ground: ({ ground }, stage) => fill(ground, stage),
  intro: (_, stage) => confettiSide(boxOn(stage, CENTRE, 20), stage),
  outro: (_, stage) => confettiSide(boxOn(stage, { left: 170, top: 130, width: 1580, height: 820 }, 10), stage),
};

function confettiSide(box: Box, stage: Stage): Side {
  const clear = { left: box.left - 10, top: box.top + 20, width: box.width + 20, height: box.height - 40 };
  return {
    pieces: [
      {
        box: whole(stage),
        svg: confettiOf(7, 100, 24, clear, stage),
        enters: { at: 0, takes: 60, dy: -240, isSolid: true },
      },
      {
        box: whole(stage),
        svg: confettiOf(23, 165, 44, clear, stage),
        enters: { at: 0, takes: 84, dy: -620, isSolid: true },
      },
    ],
    text: { box: { ...box, left: box.left + 70, width: box.width - 140 }, align: 'centre' },
  };
}

/** Large shapes from a poster, and the name as large as it gets. */
export const bold: Design = {
  look: {
    face: 'poster',
    smallFace: 'poster',
    size: 420,
    spacing: 1,
    ink: '#2a0f24',
    soft: '#2a0f24',
    box: '#f0694f',
    ground: '#f0694f',
  },
  pace: { start: 18, gap: 8, takes: 14, rise: 90 },
  accent: '#f5b841',
  ground: ({ ground }, stage) => fill(ground, stage),
  intro: (_, stage) => posterSide({ left: 120, top: 190, width: 1240, height: 700 }, stage),
  outro: (_, stage) => posterSide({ left: 120, top: 100, width: 1240, height: 880 }, stage),
};

function posterSide(box: Box, stage: Stage): Side {
  const pieces = posterShapes();
  if (!isNarrow(stage)) return { pieces, text: { box, align: 'left' } };
  const scale = stage.height > stage.width ? 0.95 : 0.5;
  const [top, bottom] = [Math.round(650 * scale), Math.round(430 * scale)];
  const text = { left: 80, top, width: stage.width - 160, height: stage.height - top - bottom };
  return { pieces: inCorners(stage, scale, pieces), text: { box: text, align: 'left' } };
}

/** A sun, arches, a quarter of a circle, and dots on the sun. */
function posterShapes(): Piece[] {
  const sun = '<circle cx="1640" cy="300" r="330" fill="#f5b841"/>';
  const arch =
    '<path d="M1320 1080V860a200 200 0 0 1 400 0v220zM1420 1080V860a100 100 0 0 1 200 0v220z" fill="#3a1a30" fill-rule="evenodd"/>';
  const dots = Array.from({ length: 16 }, (_, i) => {
    const [x, y] = [1560 + (i % 4) * 66, 130 + Math.floor(i / 4) * 66];
    return `<circle cx="${x}" cy="${y}" r="15" fill="#f0694f"/>`;
  }).join('');
  const quarter = '<path d="M1720 1080a260 260 0 0 1 260-260v260z" fill="#fdf4e6"/>';
  return [
    {
      box: { left: 1300, top: 0, width: 620, height: 640 },
      svg: sun,
      enters: { at: 0, takes: 26, dx: 640, isSolid: true },
    },
    {
      box: { left: 1310, top: 640, width: 420, height: 440 },
      svg: arch,
      enters: { at: 8, takes: 24, dy: 440, isSolid: true },
    },
    {
      box: { left: 1720, top: 810, width: 200, height: 270 },
      svg: quarter,
      enters: { at: 16, takes: 22, dy: 270, isSolid: true },
    },
    { box: { left: 1540, top: 110, width: 250, height: 250 }, svg: dots, enters: { at: 24, takes: 14 } },
  ];
}
