import { FACES } from '../../platform/draw/faces.ts';
import { AppError } from '../../platform/errors.ts';
import { type ThemeValues, themeForm } from '../../shared/contracts/theme-editor.ts';
import type { Theme, ThemeBody } from '../../shared/contracts/themes.ts';
import { keysOf } from '../../shared/known-values.ts';
import { THEME } from '../../shared/limits.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import type { ThemeCards } from '../../shared/theme-preview.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { plain } from './design/plain-design.ts';
import { OWN_THEMES } from './own-themes.ts';
import { toThemeDto } from './theme.dto.ts';
import { type StoredTheme, ThemeModel } from './theme.model.ts';
import { artUrl, fontUrl } from './theme-addresses.ts';
import { type PreviewWords, previewTheme } from './theme-previews.service.ts';
import { noSuchTheme } from './theme-rules.ts';
import { readTheme } from './themes.service.ts';

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

/** A user's own private themes, the newest first, deleted ones too. */
export async function listOwn(userId: string): Promise<Theme[]> {
  const own = await ThemeModel.find({ ownerId: userId })
    .limit(2 * THEME.own)
    .lean<StoredTheme[]>();
  return own.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(toThemeDto);
}

/** A user's own theme, also a deleted one. NOT_FOUND for any other. */
export async function readOwn(id: string, userId: string): Promise<Theme> {
  const theme = await ThemeModel.findById(id).lean<StoredTheme>();
  if (!theme || String(theme.ownerId) !== userId) throw noSuchTheme();
  return toThemeDto(theme);
}

/** What a user's new theme begins with: another one that they see, or plain. NOT_FOUND for others. */
export async function draftFrom(id: string | null, user: ViewerUser): Promise<Theme> {
  const plainOne = emptyTheme();
  if (id === null) return plainOne;
  const source = await readTheme(id, user);
  const { id: _, ownerId, isPublic, deletedAt, createdAt, updatedAt, ...look } = source;
  return { ...plainOne, ...look, name: `Our ${source.name}`.slice(0, THEME.nameMax) };
}

/** What a new theme begins with. */
export function emptyTheme(): Theme {
  return asTheme({ name: '' });
}

/** Both cards of a theme in a film with these words. */
export function previewCards(theme: Theme, occasion: OccasionType, words: PreviewWords): ThemeCards {
  const { about, opening, closing } = previewTheme(theme, occasion, words, { isPossible: true });
  return { about, opening, closing };
}

/** How a theme looks in a film for somebody called Ruth. */
export function previewForStaff(theme: Theme): ThemeCards {
  return previewCards(theme, theme.occasions[0] ?? 'birthday', SAMPLE);
}

/** The theme that the editor's form describes. FIELDS_REFUSED while it makes none. */
export function themeOfValues(values: ThemeValues): Theme {
  // Nobody names a theme before they see it.
  const body = themeForm.safeParse({ ...values, name: values.name.trim() || 'New' });
  if (!body.success) throw new AppError('FIELDS_REFUSED', { message: 'This is not a theme yet.' });
  return asTheme(body.data);
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
