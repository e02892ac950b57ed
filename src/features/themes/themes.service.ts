import type { Theme, Transition } from '../../shared/contracts/themes.ts';
import { THEME } from '../../shared/limits.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { dropThemes } from '../events/event-themes.service.ts';
import { toThemeDto } from './theme.dto.ts';
import { type StoredTheme, ThemeModel } from './theme.model.ts';
import { isOpen, mayChange, noSuchTheme, transitionOf } from './theme-rules.ts';

/** Public themes and the user's own, in the order in which they are offered. */
export async function listThemes(user: ViewerUser | null, occasion?: OccasionType): Promise<Theme[]> {
  const [open, own] = await Promise.all([
    ThemeModel.find({ isPublic: true, deletedAt: null }).sort({ position: 1 }).limit(500).lean<StoredTheme[]>(),
    user ? ThemeModel.find({ ownerId: user.id, deletedAt: null }).limit(THEME.own).lean<StoredTheme[]>() : [],
  ]);
  const all = [...open, ...own.filter(({ isPublic }) => !isPublic)];
  return all.filter(({ occasions }) => !occasion || occasions.includes(occasion)).map(toThemeDto);
}

/** NOT_FOUND for deleted and private themes of others. */
export async function readTheme(id: string, user: ViewerUser | null): Promise<Theme> {
  const theme = await ThemeModel.findById(id).lean<StoredTheme>();
  if (!theme || !(isOpen(theme) || mayChange(theme, user))) throw noSuchTheme();
  return toThemeDto(theme);
}

/** What an event gets from a theme that this user may choose for it; null for any other. */
export async function usable(
  id: string,
  userId: string | null,
): Promise<{ transition: Transition; isOwn: boolean } | null> {
  const theme = await ThemeModel.findById(id).lean<StoredTheme>();
  if (!theme || theme.deletedAt) return null;
  const isTheirs = userId !== null && String(theme.ownerId) === userId;
  if (!theme.isPublic && !isTheirs) return null;
  return { transition: transitionOf(theme), isOwn: !theme.isPublic };
}

/** A user's own themes, for their copy of their data. */
export async function exportThemes(userId: string): Promise<Theme[]> {
  return (await ThemeModel.find({ ownerId: userId }).lean<StoredTheme[]>()).map(toThemeDto);
}

/** Private themes go with their owner; films that have them get the paper of their occasion, at the price of that. */
export async function forgetThemes(userId: string): Promise<void> {
  const own = await ThemeModel.find({ ownerId: userId }, { _id: 1 }).lean<Pick<StoredTheme, '_id'>[]>();
  await dropThemes(own.map(({ _id }) => _id));
  await ThemeModel.deleteMany({ ownerId: userId });
}
