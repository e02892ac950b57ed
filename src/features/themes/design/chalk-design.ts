import { type Box, boxOn, type Design, fill, inCorners, isNarrow, type Side, type Stage, star } from './scene.ts';

const chalkLine = (d: string, colour = '#fdf6e3', width = 8) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".85"/>`;

/** Chalk on a board. */
export const chalk: Design = {
  look: {
    face: 'hand',
    smallFace: 'hand',
    size: 320,
    spacing: 0.75,
    ink: '#fdf6e3',
    soft: '#f6d67c',
    box: '#2b4a43',
    ground: '#2b4a43',
  },
  pace: { start: 14, gap: 14, takes: 16, rise: 0 },
  accent: '#f6d67c',
  ground: ({ ground }, stage) =>
    `<defs><radialGradient id="dust" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".11"/><stop offset="1" stop-color="#000" stop-opacity=".18"/></radialGradient></defs>${fill(ground, stage)}${fill('url(#dust)', stage)}<path d="M0 0h${stage.width}v${stage.height}H0zM46 46v${stage.height - 92}h${stage.width - 92}V46z" fill="#a9733f" fill-rule="evenodd"/><path d="M46 46h${stage.width - 92}v${stage.height - 92}H46z" fill="none" stroke="#5f3d1d" stroke-width="8"/>`,
  intro: (_, stage) => chalkSide({ left: 380, top: 220, width: 1160, height: 640 }, stage),
  outro: (_, stage) => chalkSide({ left: 320, top: 170, width: 1280, height: 740 }, stage),
};

function chalkSide(wide: Box, stage: Stage): Side {
  const scale = stage.height > stage.width ? 0.85 : 0.62;
  const box = boxOn(stage, { ...wide, top: 270, height: 540 }, 100);
  const apple = `${chalkLine('M250 250c-70-40-130 10-120 90 10 70 60 120 120 92 60 28 112-22 120-92 10-80-50-130-120-90z', '#f2a08e')}${chalkLine('M250 245q0-50 34-72')}${chalkLine('M262 214q40-34 76-10-30 34-76 10', '#a8d5a2')}`;
  const hat = `${chalkLine('M1560 250l150-66 150 66-150 66z')}${chalkLine('M1620 280v84q90 50 180 0v-84')}${chalkLine('M1840 256v110')}${chalkLine('M1840 366l-14 40h28z', '#f6d67c')}`;
  const stars = `${chalkLine(star(190, 880, 62), '#f6d67c')}${chalkLine(star(310, 950, 34), '#fdf6e3')}`;
  const books = `${chalkLine('M1560 940h260v-56h-260zM1584 884h220v-52h-220zM1552 832h240v-50h-240z', '#9cc9e6')}${chalkLine('M1600 940v-56M1624 884v-52M1592 832v-50')}`;
  const at = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });
  const pieces = [
    { box: at(100, 150, 300, 320), svg: apple, enters: { at: 30, takes: 14 } },
    { box: at(1530, 160, 360, 270), svg: hat, enters: { at: 38, takes: 14 } },
    { box: at(110, 800, 260, 210), svg: stars, enters: { at: 46, takes: 14 } },
    { box: at(1530, 760, 320, 200), svg: books, enters: { at: 52, takes: 14 } },
  ];
  if (!isNarrow(stage)) return { pieces, text: { box: wide, align: 'centre' } };
  return { pieces: inCorners(stage, scale, pieces, { inset: 26 }), text: { box, align: 'centre' } };
}
