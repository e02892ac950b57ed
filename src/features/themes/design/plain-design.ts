import { type Box, boxOn, type Design, fill, type Look, type Side } from './scene.ts';

/** A plate in a theme's own colours, for themes without artwork. */
export const plain: Design = {
  look: {
    face: 'serif',
    smallFace: 'serif',
    size: 240,
    spacing: 1,
    ink: '#3a1a30',
    soft: '#3a1a30',
    box: '#fbf5ee',
    ground: '#f0c05a',
  },
  pace: { start: 16, gap: 10, takes: 18, rise: 24 },
  accent: '#ef6a4c',
  ground: ({ ground }, stage) => fill(ground, stage),
  intro: (look, stage) => plateSide(look, boxOn(stage, { left: 300, top: 180, width: 1320, height: 720 }, 60)),
  outro: (look, stage) => plateSide(look, boxOn(stage, { left: 180, top: 90, width: 1560, height: 900 }, 60)),
};

function plateSide(look: Look, { left, top, width, height }: Box): Side {
  const svg = `<rect x="${left}" y="${top + 10}" width="${width}" height="${height}" rx="10" fill="#000" fill-opacity=".14"/><rect x="${left}" y="${top}" width="${width}" height="${height}" rx="10" fill="${look.box}"/>`;
  const box = { left: left - 4, top: top - 4, width: width + 8, height: height + 20 };
  const inner = { left: left + 90, top: top + 80, width: width - 180, height: height - 160 };
  return { pieces: [{ box, svg, enters: { at: 4, takes: 20, dy: 40 } }], text: { box: inner, align: 'centre' } };
}
