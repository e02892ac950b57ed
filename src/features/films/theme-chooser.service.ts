import type { Event } from '../../shared/contracts/events.ts';
import type { ThemePreview } from '../../shared/theme-preview.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { type PreviewWords, previewTheme } from '../themes/theme-previews.service.ts';
import { listThemes } from '../themes/themes.service.ts';
import { isSeen } from './collages.ts';
import { type IntroWords, introWords, type OutroWords, outroWords } from './render/card-words.ts';
import { COLLAGE_CLIPS } from './render/collage.ts';
import { paperPreview } from './render/paper-preview.ts';

/** Shown in the credits of a preview until somebody has sent a clip. */
const SOMEBODY = ['Everyone who sends a clip'];

/** All themes that an event can have, as its film would show them; those that suit it first. */
export async function themeChoices(event: Event, user: ViewerUser | null): Promise<ThemePreview[]> {
  const { occasion, occasionOther, title, recipients, contributors } = event;
  const about = { occasion, occasionOther, title, recipients };
  const names = contributors.map(({ firstName }) => firstName).filter(Boolean);
  const words = previewWords(introWords(about), outroWords(about, names.length > 0 ? names : SOMEBODY));
  const seen = (event.media ?? []).filter((clip) => isSeen(clip) && !clip.hidden && clip.status !== 'failed');
  const collage = { isPossible: seen.length >= COLLAGE_CLIPS.least };
  const previews = (await listThemes(user)).map((theme) => previewTheme(theme, occasion, words, collage));
  const [fitting, others] = [previews.filter((each) => each.isFitting), previews.filter((each) => !each.isFitting)];
  return [paperPreview(occasion, words), ...fitting, ...others];
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
