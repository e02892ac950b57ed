import sharp from 'sharp';
import { AppError } from '../../platform/errors.ts';
import { DRAWN_SIZE } from '../../platform/ffmpeg/segment-format.ts';
import { bylineOf } from '../../shared/byline.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { plainTextCard } from '../media/text-card.service.ts';
import { filmTheme } from '../themes/film-themes.service.ts';
import { standingTextCard } from '../themes/themed-texts.service.ts';

/** Width of the picture, in pixels. */
const WIDTH = 640;

interface CardWords {
  text: string;
  contributor: { name: string; with?: string[] | undefined };
}

/** A text card as the film will show it, once all of its lines have arrived. FIELDS_REFUSED without visible words. */
export async function textCardPreview(event: EventRecord, { text, contributor }: CardWords): Promise<{ url: string }> {
  const words = { text: text.trim(), name: bylineOf(contributor).trim() };
  if (words.text === '') {
    const message = 'Write a few words first.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { text: message } });
  }
  const theme = await filmTheme(event.themeId);
  const card = theme
    ? sharp(await standingTextCard(theme.outro, words), { raw: { ...DRAWN_SIZE, channels: 3 } })
    : await plainTextCard(words, event.occasion);
  // A picture of `composite` is resized before it, so it is drawn first.
  const drawn = await card.removeAlpha().raw({ depth: 'uchar' }).toBuffer();
  const small = await sharp(drawn, { raw: { ...DRAWN_SIZE, channels: 3 } })
    .resize({ width: WIDTH })
    .webp({ quality: 80 })
    .toBuffer();
  return { url: `data:image/webp;base64,${small.toString('base64')}` };
}
