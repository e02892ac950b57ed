import { useArt } from '../base/art.ts';
import { ClipTile } from '../ui/clip-tile.tsx';
import { Timeline } from '../ui/timeline.tsx';
import type { SampleClip } from './content.ts';

/** An example film as stamps on a ribbon. */
export function Strip({ label, clips }: { label: string; clips: readonly SampleClip[] }) {
  const art = useArt();
  return (
    <section className="occasion__strip" aria-label={label}>
      <Timeline label={`${label}, in order`}>
        {clips.map((clip) => (
          <li key={clip.name}>
            <ClipTile
              name={clip.name}
              kind={clip.words ? 'text' : clip.isVoice ? 'audio' : 'video'}
              text={clip.words}
              posterUrl={clip.art ? art(clip.art) : null}
              length={clip.length}
            />
          </li>
        ))}
      </Timeline>
    </section>
  );
}
