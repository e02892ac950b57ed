import { useArt } from '../art.ts';
import { ClipTile } from '../ui/clip-tile.tsx';
import { Timeline } from '../ui/timeline.tsx';
import type { SampleClip } from './content.ts';

/** A film as it could be, as stamps on its ribbon. */
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
