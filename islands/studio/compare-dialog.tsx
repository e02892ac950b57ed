import { useState } from 'react';
import { reviewUpscale } from '../../src/shared/contracts/clip-edits.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { api } from '../runtime/api.ts';
import type { Studio } from './use-studio.ts';

interface CompareDialogProps {
  clip: Media;
  upscale: NonNullable<Media['upscale']>;
  studio: Studio;
  onClose: () => void;
}

/** Compares a clip with its enlarged version by a slider, and asks which one to use. */
export function CompareDialog({ clip, upscale, studio, onClose }: CompareDialogProps) {
  const [share, setShare] = useState(50);
  const { name } = clip.contributor;
  const { id } = clip;
  async function decide(approved: boolean) {
    onClose();
    const done = await studio.run(() => api.call(reviewUpscale, { params: { id }, body: { approved } }));
    if (!done) return;
    studio.show({
      text: approved ? `The film has ${name}’s sharper clip in a moment.` : `${name}’s clip stays as it came.`,
    });
  }
  const { beforeUrl, afterUrl, width, height, method } = upscale;
  return (
    <Dialog open onClose={onClose} title="Before and after">
      <div className="l-stack">
        <div className="compare" style={{ '--share': `${share}%`, '--shape': width / height }}>
          <img src={beforeUrl ?? ''} alt="As it came" />
          <img className="compare__after" src={afterUrl ?? ''} alt="Enlarged" />
          <span className="compare__line" aria-hidden="true" />
          <input
            type="range"
            min={0}
            max={100}
            value={share}
            aria-label="How much of the original you see"
            aria-valuetext={`${share}% as it came, the rest enlarged`}
            onChange={({ target }) => setShare(Number(target.value))}
          />
        </div>
        <p className="compare__sides l-small" aria-hidden="true">
          <span>As it came</span>
          <span>Enlarged</span>
        </p>
        {method === 'resampler' && (
          <p>This one is larger, but hardly sharper: making it sharper took too long for this clip.</p>
        )}
        <div className="l-row">
          <Button onClick={() => void decide(true)}>Use the {method === 'resampler' ? 'larger' : 'sharper'} one</Button>
          <Button kind="second" onClick={() => void decide(false)}>
            Keep it as it came
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
