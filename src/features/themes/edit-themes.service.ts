import { FACES } from '../../platform/draw/faces.ts';
import { AppError } from '../../platform/errors.ts';
import { type ThemeValues, themeForm } from '../../shared/contracts/theme-editor.ts';
import type { Theme, ThemeBody } from '../../shared/contracts/themes.ts';
import { keysOf } from '../../shared/known-values.ts';
import type { ThemePreview } from '../../shared/theme-preview.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { plain } from './design/plain-design.ts';
import { OWN_THEMES } from './own-themes.ts';
import { toThemeDto } from './theme.dto.ts';
import { type StoredTheme, ThemeModel } from './theme.model.ts';
import { artUrl, fontUrl } from './theme-addresses.ts';
import { type PreviewWords, previewTheme } from './theme-previews.service.ts';
import { noSuchTheme } from './theme-rules.ts';

/** Addresses that a theme can have, with their names. */
export interface ThemeChoices {
  openings: { value: string; label: string }[];
  closings: { value: string; label: string }[];
  fonts: { value: string; label: string }[];
}

const SAMPLE: PreviewWords = {
  opening: { lead: 'Happy birthday', names: 'Ruth', foot: 'from everyone who loves you' },
  closing: { lead: 'With love from', names: 'Lena, Jonas, Mia and Walter' },
};

/** For staff: the themes of the site and their own unpublished ones, deleted ones too. */
export async function listForStaff(user: ViewerUser): Promise<Theme[]> {
  const [site, own] = await Promise.all([
    ThemeModel.find({ ownerId: null }).limit(500).lean<StoredTheme[]>(),
    ThemeModel.find({ ownerId: user.id }).limit(100).lean<StoredTheme[]>(),
  ]);
  const order = (theme: StoredTheme) => (theme.deletedAt ? 1_000_000 : theme.isPublic ? 0 : 1000) + theme.position;
  return [...site, ...own].sort((a, b) => order(a) - order(b)).map(toThemeDto);
}

/** For staff: a theme as it is stored, also a deleted one. NOT_FOUND for private ones of others. */
export async function readForStaff(id: string, user: ViewerUser): Promise<Theme> {
  const theme = await ThemeModel.findById(id).lean<StoredTheme>();
  if (!theme || (theme.ownerId && String(theme.ownerId) !== user.id)) throw noSuchTheme();
  return toThemeDto(theme);
}

/** What a new theme begins with. */
export function emptyTheme(): Theme {
  return asTheme({ name: '' });
}

/** How a theme looks in a film for somebody called Ruth. */
export function previewForStaff(theme: Theme): Pick<ThemePreview, 'about' | 'opening' | 'closing'> {
  const { about, opening, closing } = previewTheme(theme, theme.occasions[0] ?? 'birthday', SAMPLE, {
    isPossible: true,
  });
  return { about, opening, closing };
}

/** The same for the values of the editor's form. FIELDS_REFUSED while they make no theme. */
export function previewOfValues(values: ThemeValues): Pick<ThemePreview, 'about' | 'opening' | 'closing'> {
  // Nobody names a theme before they see it.
  const body = themeForm.safeParse({ ...values, name: values.name.trim() || 'New' });
  if (!body.success) throw new AppError('FIELDS_REFUSED', { message: 'This is not a theme yet.' });
  return previewForStaff(asTheme(body.data));
}

function asTheme(body: ThemeBody): Theme {
  const { look } = plain;
  return {
    id: 'new',
    introUrl: null,
    outroUrl: null,
    fontUrl: null,
    fontColor: look.ink,
    fontSize: look.size,
    fontLineSpacing: look.spacing,
    textBoxColor: look.box,
    isCollage: false,
    isPublic: false,
    scenes: [],
    occasions: [],
    ...body,
    ownerId: null,
    previewUrl: body.introUrl ?? null,
    deletedAt: null,
    createdAt: '',
    updatedAt: '',
  };
}

export function themeChoices(): ThemeChoices {
  const art = (card: 'intro' | 'outro') => [
    { value: '', label: 'Plain' },
    ...keysOf(OWN_THEMES).map((name) => ({ value: artUrl(name, card), label: OWN_THEMES[name].name })),
  ];
  const fonts = keysOf(FACES).map((face) => ({ value: fontUrl(face), label: FACES[face].css.split(',')[0] ?? face }));
  return { openings: art('intro'), closings: art('outro'), fonts: [{ value: '', label: 'As the artwork' }, ...fonts] };
}
