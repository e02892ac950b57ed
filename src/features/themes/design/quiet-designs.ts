import {
  type Box,
  boxOn,
  type Design,
  dice,
  fill,
  inCorners,
  isNarrow,
  type Look,
  moved,
  type Piece,
  type Side,
  STAGE,
  type Stage,
  whole,
} from './scene.ts';

const SLOW = { start: 18, gap: 16, takes: 30, rise: 0 };

function twig(x: number, y: number, scale: number, mirrored: boolean): string {
  const leaves = Array.from({ length: 9 }, (_, i) => {
    const [at, size] = [i * 34, 46 - i * 2.6];
    const side = i % 2 === 0 ? 1 : -1;
    return `<path d="M0 0C${size * 0.5} ${-size * 0.2} ${size} ${-size * 0.1} ${size * 1.25} ${size * 0.35}C${size * 0.7} ${size * 0.55} ${size * 0.2} ${size * 0.4} 0 0" transform="translate(${at} ${(-at * at * 0.0011).toFixed(1)}) rotate(${side * 42 - 8}) scale(1 ${side})"/>`;
  });
  const stem = `<path d="M-20 0Q150 -6 330 -112" fill="none" stroke="#8d9a86" stroke-width="4" stroke-linecap="round"/>`;
  return `<g transform="translate(${x} ${y}) scale(${mirrored ? -scale : scale} ${scale})" fill="#9aa892">${stem}${leaves.join('')}</g>`;
}

/** Linen, two thin lines and a twig. */
export const linen: Design = {
  look: {
    face: 'italic',
    smallFace: 'serif',
    size: 260,
    spacing: 1.15,
    ink: '#3d3a44',
    soft: '#6d6a70',
    box: '#f4f1ea',
    ground: '#e3dfd4',
  },
  pace: SLOW,
  accent: '#8d9a86',
  ground: ({ ground }, stage) =>
    `<defs><pattern id="weave" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M0 3h12M0 9h12" stroke="#fff" stroke-opacity=".35" stroke-width="2"/><path d="M3 0v12M9 0v12" stroke="#8d8676" stroke-opacity=".16" stroke-width="2"/></pattern></defs>${fill(ground, stage)}${fill('url(#weave)', stage)}`,
  intro: (look, stage) => linenSide(look, boxOn(stage, { left: 330, top: 170, width: 1260, height: 740 }, 60)),
  outro: (look, stage) => linenSide(look, boxOn(stage, { left: 210, top: 90, width: 1500, height: 900 }, 50)),
};

function linenSide(look: Look, card: Box): Side {
  const { left, top, width, height } = card;
  const line = (inset: number, stroke: number) =>
    `<rect x="${left + inset}" y="${top + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="none" stroke="#b9b3a4" stroke-width="${stroke}"/>`;
  const plate = `<rect x="${left - 4}" y="${top + 2}" width="${width + 8}" height="${height + 8}" fill="#5c5546" fill-opacity=".12"/><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${look.box}"/>${line(30, 3)}${line(42, 1.5)}`;
  const middle = left + width / 2;
  const twigs = twig(middle + 6, top + 132, 0.72, false) + twig(middle - 6, top + 132, 0.72, true);
  return {
    pieces: [
      {
        box: { left: left - 10, top: top - 10, width: width + 20, height: height + 30 },
        svg: plate,
        enters: { at: 0, takes: 30 },
      },
      {
        box: { left: middle - 300, top: top + 30, width: 600, height: 150 },
        svg: twigs,
        enters: { at: 14, takes: 36 },
      },
    ],
    text: { box: { left: left + 110, top: top + 170, width: width - 220, height: height - 240 }, align: 'centre' },
  };
}

/** One candle in the dark. */
export const candle: Design = {
  look: {
    face: 'serif',
    smallFace: 'serif',
    size: 250,
    spacing: 1.1,
    ink: '#f8ead2',
    soft: '#e0bd8c',
    box: '#2a1a14',
    ground: '#1c120f',
  },
  pace: { ...SLOW, start: 30 },
  accent: '#e0a860',
  ground: ({ ground }, stage) => fill(ground, stage),
  intro: (_, stage) => candleSide({ left: 760, top: 200, width: 960, height: 680 }, stage),
  outro: (_, stage) => candleSide({ left: 720, top: 110, width: 1060, height: 860 }, stage),
};

/** Beside the words; below them where there is no room at their side. */
function candleSide(box: Box, stage: Stage): Side {
  const pieces = litCandle();
  if (!isNarrow(stage)) return { pieces, text: { box, align: 'centre' } };
  const scale = stage.height > stage.width ? 0.86 : 0.52;
  const place = { scale, left: stage.width / 2 - 440 * scale, top: stage.height - STAGE.height * scale };
  const [light, ...rest] = pieces.map((piece) => moved(piece, place)) as [Piece, ...Piece[]];
  const highest = 380 * scale + place.top;
  const text = { left: 70, top: 90, width: stage.width - 140, height: Math.round(highest - 130) };
  return { pieces: [{ ...light, box: whole(stage) }, ...rest], text: { box: text, align: 'centre' } };
}

function litCandle(): Piece[] {
  const [x, y] = [440, 500];
  const glow = (id: string, radius: number, stops: string) =>
    `<defs><radialGradient id="${id}">${stops}</radialGradient></defs><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`;
  const wide = glow(
    'warm',
    1250,
    '<stop offset="0" stop-color="#d98a3d" stop-opacity=".55"/><stop offset=".3" stop-color="#8c4a22" stop-opacity=".36"/><stop offset="1" stop-color="#1c120f" stop-opacity="0"/>',
  );
  const near = glow(
    'near',
    210,
    '<stop offset="0" stop-color="#ffe3a6" stop-opacity=".85"/><stop offset=".4" stop-color="#ffb95e" stop-opacity=".3"/><stop offset="1" stop-color="#ffb95e" stop-opacity="0"/>',
  );
  const wax = `<defs><linearGradient id="wax" x2="1"><stop offset="0" stop-color="#cdb491"/><stop offset=".45" stop-color="#f6e7cc"/><stop offset="1" stop-color="#b6976d"/></linearGradient><linearGradient id="top" x2="0" y2="1"><stop offset="0" stop-color="#ffcf87" stop-opacity=".75"/><stop offset="1" stop-color="#ffcf87" stop-opacity="0"/></linearGradient></defs><ellipse cx="${x}" cy="1000" rx="250" ry="34" fill="#000" fill-opacity=".35"/><ellipse cx="${x}" cy="990" rx="180" ry="26" fill="#6f4b2c"/><ellipse cx="${x}" cy="982" rx="166" ry="20" fill="#8f6540"/><path d="M${x - 82} 600q4-14 82-14t82 14v380q-82 18-164 0z" fill="url(#wax)"/><path d="M${x - 82} 600q82-20 164 0v180h-164z" fill="url(#top)"/><ellipse cx="${x}" cy="600" rx="82" ry="17" fill="#ffdf9f"/><path d="M${x - 58} 606q6 74 14 78t14-70z" fill="#f6e7cc"/><path d="M${x} 598v-42" stroke="#3a2416" stroke-width="7" stroke-linecap="round"/>`;
  const flame = `<path d="M${x} 400c44 66 58 100 40 138a44 44 0 0 1-80 0c-18-38-4-72 40-138z" fill="#ffb64d"/><path d="M${x} 446c24 40 34 66 22 92a25 25 0 0 1-44 0c-12-26-2-52 22-92z" fill="#fff1c4"/>`;
  return [
    { box: whole(STAGE), svg: wide, enters: { at: 8, takes: 50 } },
    { box: { left: 160, top: 570, width: 560, height: 480 }, svg: wax },
    { box: { left: 220, top: 280, width: 440, height: 440 }, svg: near, enters: { at: 8, takes: 16 } },
    { box: { left: 380, top: 390, width: 120, height: 190 }, svg: flame, enters: { at: 6, takes: 12 } },
  ];
}

/** The sun comes up over still water. */
export const shore: Design = {
  look: {
    face: 'serif',
    smallFace: 'serif',
    size: 270,
    spacing: 1.1,
    ink: '#34455a',
    soft: '#5b6475',
    box: '#fbf3e8',
    ground: '#f6dcc6',
  },
  pace: SLOW,
  accent: '#d59a76',
  ground: ({ ground }, { width, height }) =>
    `<defs><linearGradient id="dawn" x2="0" y2="1"><stop offset="0" stop-color="#b9cfdc"/><stop offset="1" stop-color="${ground}"/></linearGradient></defs><rect width="${width}" height="${height - 280}" fill="url(#dawn)"/><rect y="${height - 290}" width="${width}" height="290" fill="#9db9c6"/>`,
  intro: (_, stage) => shoreSide({ left: 260, top: 90, width: 1400, height: 560 }, stage),
  outro: (_, stage) => shoreSide({ left: 200, top: 60, width: 1520, height: 600 }, stage),
};

function shoreSide(box: Box, stage: Stage): Side {
  const pieces = shorePieces();
  if (!isNarrow(stage)) return { pieces, text: { box, align: 'centre' } };
  const text = {
    left: 60,
    top: box.top,
    width: stage.width - 120,
    height: box.height + stage.height - STAGE.height - 70,
  };
  return { pieces: inCorners(stage, 1, pieces, { across: 0 }), text: { box: text, align: 'centre' } };
}

function shorePieces(): Piece[] {
  const sun = '<circle cx="960" cy="800" r="190" fill="#f4b58a"/>';
  const hills =
    '<path d="M0 770q240-110 520-50t520-20 460 40 420-60v120H0z" fill="#8aa3b3"/><path d="M0 800q300-70 640-20t700-10 580 20v30H0z" fill="#7b95a6"/>';
  const random = dice(9);
  const water = Array.from({ length: 46 }, () => {
    const y = 826 + random() * 240;
    const depth = (y - 800) / 260;
    const long = 60 + depth * 220 * (0.5 + random());
    const isLit = random() < 0.45;
    const x = isLit ? 960 + (random() - 0.5) * (240 + depth * 420) : random() * 1920;
    return `<path d="M${(x - long / 2).toFixed(0)} ${y.toFixed(0)}h${long.toFixed(0)}" stroke="${isLit ? '#f9d9bd' : '#c4d6dd'}" stroke-opacity="${isLit ? 0.85 : 0.45}" stroke-width="${(3 + depth * 5).toFixed(1)}" stroke-linecap="round"/>`;
  });
  const sea = `<rect y="806" width="1920" height="274" fill="#9db9c6"/>`;
  return [
    {
      box: { left: 760, top: 600, width: 400, height: 400 },
      svg: sun,
      enters: { at: 0, takes: 90, dy: 170, isSolid: true },
    },
    { box: { left: 0, top: 640, width: 1920, height: 440 }, svg: `${hills}${sea}` },
    { box: { left: 0, top: 800, width: 1920, height: 280 }, svg: water.join(''), enters: { at: 10, takes: 40 } },
  ];
}
