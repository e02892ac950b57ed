import { createHash } from 'node:crypto';
import { DESIGNS } from './design/designs.ts';
import type { Artwork } from './design/draw-card.ts';
import { plain } from './design/plain-design.ts';
import type { Design, Look } from './design/scene.ts';
import { type StoredTheme, ThemeModel } from './theme.model.ts';
import { designAt, faceAt } from './theme-addresses.ts';
import type { FilmTheme } from './themed-cards.service.ts';

/** Raise it when cards in the same theme would look different. */
const DRAWING_VERSION = 1;

type Drawn = Pick<
  StoredTheme,
  'introUrl' | 'outroUrl' | 'fontUrl' | 'fontColor' | 'fontSize' | 'fontLineSpacing' | 'textBoxColor'
> & { scenes: readonly { kind: string; background: string; transition: string }[] };

/**
 * How a film in this theme looks. Null without a theme, and when it is gone for good; a deleted one stays in the films
 * that chose it.
 */
export async function filmTheme(themeId: string | null): Promise<FilmTheme | null> {
  if (themeId === null) return null;
  const stored = await ThemeModel.findById(themeId).lean<StoredTheme>();
  return stored && toFilmTheme(stored);
}

export function toFilmTheme(theme: Drawn): FilmTheme {
  const intro = artworkOf(theme, 'intro');
  const outro = artworkOf(theme, 'outro');
  const designs = [designAt(theme.introUrl), designAt(theme.outroUrl)];
  const facts = JSON.stringify([DRAWING_VERSION, designs, intro.look, outro.look]);
  return {
    mark: createHash('sha256').update(facts).digest('base64url').slice(0, 22),
    intro,
    outro,
  };
}

function artworkOf(theme: Drawn, card: 'intro' | 'outro'): Artwork {
  const name = designAt(card === 'intro' ? theme.introUrl : theme.outroUrl);
  const design: Design = name ? DESIGNS[name] : plain;
  return { design, look: lookOf(theme, design, card) };
}

/** A theme's own type and colours; small lines follow the name where that is not the design's own. */
function lookOf(theme: Drawn, { look }: Design, card: 'intro' | 'outro'): Look {
  const face = faceAt(theme.fontUrl) ?? look.face;
  const ink = theme.fontColor;
  return {
    face,
    smallFace: face === look.face ? look.smallFace : face,
    size: theme.fontSize,
    spacing: theme.fontLineSpacing,
    ink,
    soft: ink === look.ink ? look.soft : ink,
    box: theme.textBoxColor,
    ground: theme.scenes.find(({ kind }) => kind === card)?.background ?? look.ground,
  };
}
