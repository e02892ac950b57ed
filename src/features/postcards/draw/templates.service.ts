import { FACES } from '../../../platform/draw/faces.ts';
import { AppError } from '../../../platform/errors.ts';
import { getPostcardArt, type PostcardTemplate } from '../../../shared/contracts/postcards.ts';
import { isKeyOf } from '../../../shared/known-values.ts';
import { hasQuietWords, isOccasionType, type OccasionType } from '../../../shared/occasions.ts';
import { CARD } from '../../../shared/postcards.ts';
import { type Palette, paletteOf } from '../../../shared/print-palettes.ts';
import { CODE, WORDS } from './back-places.ts';
import { FRAMES, type FrameName } from './frames.ts';

/** A frame in the colours of an occasion. */
export interface Template {
  id: string;
  frame: FrameName;
  occasion: OccasionType;
}

const WITH_HEARTS: readonly OccasionType[] = ['anniversary', 'wedding', 'valentines', 'mothers', 'babyshower'];

function framesFor(occasion: OccasionType): FrameName[] {
  if (hasQuietWords(occasion)) return ['line', 'border', 'edge'];
  const own: FrameName = WITH_HEARTS.includes(occasion) ? 'hearts' : 'confetti';
  return ['edge', own, 'bunting', 'airmail', 'border', 'line'];
}

/** The templates of an occasion, the most fitting first. */
export function templatesFor(occasion: OccasionType): Template[] {
  return framesFor(occasion).map((frame) => ({ id: `${frame}-for-${occasion}`, frame, occasion }));
}

/** The same as an editor offers them. */
export function postcardTemplates(occasion: OccasionType): Pick<PostcardTemplate, 'id' | 'name' | 'backgroundUrl'>[] {
  return templatesFor(occasion)
    .map(toTemplateDto)
    .map(({ id, name, backgroundUrl }) => ({ id, name, backgroundUrl }));
}

/** A template by its id; null if there is none. */
export function findTemplate(id: string): Template | null {
  const [frame = '', occasion = ''] = id.split(/-for-(.*)/s);
  if (!isKeyOf(FRAMES, frame) || !isOccasionType(occasion)) return null;
  return framesFor(occasion).includes(frame) ? { id, frame, occasion } : null;
}

/** The same; NOT_FOUND if there is none. */
export function templateOf(id: string): Template {
  const found = findTemplate(id);
  if (!found) throw new AppError('NOT_FOUND', { message: 'There is no such template.' });
  return found;
}

/** What a template draws over the picture. */
export function artOf({ frame, occasion }: Template): string {
  return svgOf(FRAMES[frame].art(paletteOf(occasion)));
}

/** @param markup in pixels of the card */
export function svgOf(markup: string): string {
  const { width, height } = CARD;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${markup}</svg>`;
}

export function toTemplateDto({ id, frame, occasion }: Template): PostcardTemplate {
  const { name, picture, caption } = FRAMES[frame];
  const { ink }: Palette = paletteOf(occasion);
  return {
    id,
    name,
    occasion,
    width: CARD.width,
    height: CARD.height,
    areas: [
      { kind: 'picture', side: 'front', ...picture },
      { kind: 'text', side: 'front', ...caption, font: FACES.serif.css, color: ink },
      { kind: 'text', side: 'back', ...WORDS, font: FACES.hand.css, color: ink },
      { kind: 'qr', side: 'back', ...CODE },
    ],
    backgroundUrl: getPostcardArt.path.replace(':id', id),
  };
}
