import { secondsOfFrames } from '../../platform/ffmpeg/segment-format.ts';
import type { PreviewLook } from '../../shared/contracts/preview-look.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { filmTheme } from '../themes/film-themes.service.ts';
import { previewFilmTheme } from '../themes/theme-previews.service.ts';
import { plateLook } from '../themes/themed-cards.service.ts';
import { collagesOf } from './collages.ts';
import { filmCards } from './film-timeline.ts';
import { plateOf } from './overlaid-clips.ts';
import { playableClips } from './preview.service.ts';
import { plateShown } from './render/name-plates.ts';
import { paperPreview } from './render/paper-preview.ts';
import { previewWords } from './theme-chooser.service.ts';

/** What the film has around and over the clips that its preview plays. */
export async function previewLookOf(event: EventRecord): Promise<PreviewLook> {
  const { playable } = await playableClips(event);
  const clips = playable.map(({ clip }) => clip);
  const theme = await filmTheme(event.themeId);
  const { intro, outro } = filmCards(event, clips, theme);
  const words = previewWords(intro.words, outro.words);
  const cards = (await previewFilmTheme(event.themeId, event.occasion, words)) ?? paperPreview(event.occasion, words);
  let frames = 0;
  return {
    opening: { ...cards.opening, length: secondsOfFrames(intro.frames) },
    closing: { ...cards.closing, length: secondsOfFrames(outro.frames) },
    plate: plateLook(theme),
    clips: playable.map(({ clip, segment }) => {
      const plate = plateOf(event, { clip, shown: null, isNamed: false }, theme);
      const start = secondsOfFrames(frames);
      frames += segment.frames;
      return {
        id: clip.id,
        start,
        length: secondsOfFrames(segment.frames),
        name: plate && plateShown(plate),
        cues: clip.cues,
      };
    }),
    collages: secondsOfFrames(collagesOf(clips, theme).reduce((sum, each) => sum + each.frames, 0)),
  };
}
