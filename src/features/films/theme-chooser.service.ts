import type { Event } from '../../shared/contracts/events.ts';
import type { ThemeValues } from '../../shared/contracts/theme-editor.ts';
import { money } from '../../shared/format.ts';
import type { ThemeCards, ThemePreview } from '../../shared/theme-preview.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { eventClips } from '../events/events.parts.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { previewCards, themeOfValues } from '../themes/edit-themes.service.ts';
import { type PreviewWords, previewFilmTheme, previewTheme } from '../themes/theme-previews.service.ts';
import { listThemes } from '../themes/themes.service.ts';
import { isSeen } from './collages.ts';
import { type IntroWords, introWords, type OutroWords, outroWords } from './render/card-words.ts';
import { COLLAGE_CLIPS } from './render/collage.ts';
import { paperPreview } from './render/paper-preview.ts';

/** Shown in the credits of a preview until somebody has sent a clip. */
const SOMEBODY = ['Everyone who sends a clip'];

/**
 * All themes that an event can have, as its film would show them: the one that it keeps though this user is not
 * offered it, the user's own, then those that suit it.
 */
export async function themeChoices(event: Event, user: ViewerUser | null): Promise<ThemePreview[]> {
  const { occasion } = event;
  const words = wordsIn(event);
  const seen = (event.media ?? []).filter((clip) => isSeen(clip) && !clip.hidden && clip.status !== 'failed');
  const collage = { isPossible: seen.length >= COLLAGE_CLIPS.least };
  const previews = (await listThemes(user)).map((theme) => previewTheme(theme, occasion, words, collage));
  const cost = event.price?.own.theme ?? 0;
  const own = previews.filter((each) => each.isOwn).map((each) => ({ ...each, note: ownThemeWords(cost) }));
  const open = previews.filter((each) => !each.isOwn);
  const [fitting, others] = [open.filter((each) => each.isFitting), open.filter((each) => !each.isFitting)];
  const isListed = event.themeId === null || previews.some(({ id }) => id === event.themeId);
  const kept = isListed ? null : await previewFilmTheme(event.themeId, occasion, words);
  const paper = paperPreview(occasion, words);
  return [paper, ...(kept ? [{ ...kept, isOwn: false, isKept: true }] : []), ...own, ...fitting, ...others];
}

/** What a user's own theme costs in this film. @param cents that it adds to what is to pay */
export function ownThemeWords(cents: number): string {
  if (cents === 0) return 'A theme of your own is included in the price of this film.';
  return `A theme of your own comes with Premium: ${money(cents)} more for this film. Members pay nothing.`;
}

/** Both cards of the event's film in a theme. */
export function cardsIn(event: Event, theme: Parameters<typeof previewCards>[0]): ThemeCards {
  return previewCards(theme, event.occasion, wordsIn(event));
}

/** The same for the values of the editor's form. FIELDS_REFUSED while they make no theme. */
export async function cardsOfValues(event: EventRecord, values: ThemeValues): Promise<ThemeCards> {
  const theme = themeOfValues(values);
  const summary = (await eventClips().summaries([event.id])).get(event.id);
  const contributors = (summary?.firstNames ?? []).map((firstName) => ({ firstName }));
  return previewCards(theme, event.occasion, wordsIn({ ...event, title: titleOf(event), contributors }));
}

type Worded = Pick<Event, 'occasion' | 'occasionOther' | 'title' | 'contributors'> & {
  recipients: readonly { firstName: string }[];
};

function wordsIn({ occasion, occasionOther, title, recipients, contributors }: Worded): PreviewWords {
  const about = { occasion, occasionOther, title, recipients };
  const names = contributors.map(({ firstName }) => firstName).filter(Boolean);
  return previewWords(introWords(about), outroWords(about, names.length > 0 ? names : SOMEBODY));
}

/** The words of a film's cards as a preview has them. */
export function previewWords({ lead, names, foot }: IntroWords, closing: OutroWords): PreviewWords {
  return {
    opening: { lead, names: listed(names), foot },
    closing: { lead: closing.lead, names: listed(closing.names) },
  };
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
