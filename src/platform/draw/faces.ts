import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

interface Face {
  /** Pango's description, without the size; a comma ends the family, where Pango would take its last word for a weight. */
  pango: string;
  /** Family on pages; see `static/css/theme-faces.css`. */
  css: string;
  /** In `static/fonts`: `FILE.ttf` for Latin, `FILE-ext.ttf` for other letters of the alphabet. */
  file: string;
}

/** The faces that pictures are lettered in; all open fonts. */
export const FACES = {
  serif: { pango: 'Young Serif', css: 'Young Serif, serif', file: 'young-serif' },
  hand: { pango: 'Caveat Bold', css: 'Caveat, cursive', file: 'caveat' },
  deco: { pango: 'Limelight', css: 'Limelight, serif', file: 'limelight' },
  italic: { pango: 'Playfair Display Medium, Italic', css: 'Playfair Italic, serif', file: 'playfair-italic' },
  poster: { pango: 'Archivo Black,', css: 'Archivo Black, sans-serif', file: 'archivo-black' },
  typewriter: { pango: 'Courier Prime Bold', css: 'Courier Prime, monospace', file: 'courier-prime' },
  script: { pango: 'Parisienne', css: 'Parisienne, cursive', file: 'parisienne' },
} as const satisfies Record<string, Face>;
export type FaceName = keyof typeof FACES;

export function describeFace(face: FaceName, size: number): string {
  return `${FACES[face].pango} ${size}`;
}

/** The `static` folder, from the sources and from the bundle. */
export function staticFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'static', 'fonts', 'young-serif.ttf'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('static/fonts/young-serif.ttf is missing');
    folder = parent;
  }
  return join(folder, 'static');
}

const loaded = new Map<FaceName, Promise<string>>();

/** Path of a face whose second file is loaded: Pango falls back from the first to it, then to the system's fonts. */
export function loadFace(face: FaceName): Promise<string> {
  const known = loaded.get(face);
  if (known) return known;
  const loading = load(face);
  loaded.set(face, loading);
  return loading;
}

async function load(face: FaceName): Promise<string> {
  const { file } = FACES[face];
  const folder = join(staticFolder(), 'fonts');
  const extended = join(folder, `${file}-ext.ttf`);
  await sharp({ text: { text: 'a', font: describeFace(face, 20), fontfile: extended, rgba: true } })
    .png()
    .toBuffer();
  return join(folder, `${file}.ttf`);
}
