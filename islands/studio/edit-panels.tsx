import { useState } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { CLIP } from '../../src/shared/limits.ts';
import { LOOK_NAMES, LOOKS } from '../../src/shared/looks.ts';
import { readingTime } from '../../src/shared/reading-time.ts';
import { EDIT } from '../../src/shared/studio-limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Switch } from '../../views/ui/choice.tsx';
import type { EditDraft } from './edit-draft.ts';
import { Option, Options, Slider } from './edit-fields.tsx';
import { quarterFrom } from './quarter-turn.ts';
import type { ComparedSound } from './use-compared-sound.ts';

export interface PanelProps {
  clip: Media;
  draft: EditDraft;
}

/** Loudest setting of the slider, in percent. */
const LOUDEST = 200;

const HEARD = [
  ['before', 'Before'],
  ['after', 'After'],
] as const;

/** Volume, mute, and a clean-up that can be compared. */
export function SoundPanel({ clip, draft, listening }: PanelProps & { listening: ComparedSound }) {
  const { edit } = draft;
  const percent = Math.round(100 * 10 ** ((edit.volume ?? 0) / 20));
  const isCleaned = clip.edit.denoise === true && clip.status === 'ready' && clip.previewUrl !== null;
  return (
    <>
      <Slider
        label="Volume"
        shown={`${percent}%`}
        {...{ min: 5, max: LOUDEST, step: 5 }}
        value={percent}
        isOff={edit.muted}
        onChange={(value) => draft.set({ volume: Math.round(200 * Math.log10(value / 100)) / 10 })}
      />
      <p className="l-small">All clips are made equally loud first. 100% leaves this one like the others.</p>
      <hr />
      <Switch
        label="Clean up the sound"
        hint="Less wind and hum."
        checked={edit.denoise ?? false}
        disabled={edit.muted}
        onChange={(event) => draft.set({ denoise: event.target.checked })}
      />
      {edit.denoise &&
        (isCleaned ? (
          <>
            {/* biome-ignore lint/a11y/useSemanticElements: two buttons, not fields of a form */}
            <div className="l-row" role="group" aria-label="Listen">
              {HEARD.map(([which, words]) => (
                <Button
                  key={which}
                  kind="second"
                  size="small"
                  icon={listening.heard === which ? 'pause' : 'play'}
                  aria-pressed={listening.heard === which}
                  onClick={() => listening.toggle(which)}
                >
                  {words}
                </Button>
              ))}
            </div>
            <p className="l-small" role="status">
              {listening.hasFailed
                ? 'The sound can’t be played right now.'
                : 'Go back and forth while it plays: it goes on from the same word.'}
            </p>
          </>
        ) : (
          <p className="l-small">Press Done. Once it’s ready, you can listen to before and after here.</p>
        ))}
      <hr />
      <Switch
        label="Mute this clip"
        hint="Only the music plays."
        checked={edit.muted ?? false}
        onChange={(event) => draft.set({ muted: event.target.checked })}
      />
    </>
  );
}

const FILLS = [
  ['blur', 'Show all of it'],
  ['crop', 'Fill the screen'],
  ['colour', 'On plain colour'],
] as const;

/** Rotation, straightening, mirroring, frame and colours. */
export function PicturePanel({ clip, draft, onPoster }: PanelProps & { onPoster: (() => Promise<boolean>) | null }) {
  const [note, setNote] = useState('');
  const { edit } = draft;
  const turn = quarterFrom(edit);
  const flip = edit.flip === 'horizontal' ? undefined : ('horizontal' as const);
  const fresh = { rotate: undefined, straighten: undefined, flip: undefined, crop: undefined, fill: undefined };
  return (
    <>
      <p className="l-small">Drag the corners to crop.</p>
      <div className="edit-fields__acts">
        <Button kind="second" size="small" icon="turn" onClick={() => draft.set({ rotate: turn }, `turn ${turn}`)}>
          Turn
        </Button>
        <Button kind="second" size="small" icon="flip" aria-pressed={!flip} onClick={() => draft.set({ flip })}>
          Mirror
        </Button>
        <Button kind="second" size="small" icon="undo" onClick={() => draft.set({ ...fresh, look: undefined })}>
          Start over
        </Button>
      </div>
      <Slider
        label="Straighten"
        shown={`${edit.straighten ?? 0}°`}
        {...{ min: -EDIT.straighten, max: EDIT.straighten, step: 0.5 }}
        value={edit.straighten ?? 0}
        onChange={(straighten) => draft.set({ straighten })}
      />
      <Options label="In the film">
        {FILLS.map(([fill, words]) => (
          <Option key={fill} isOn={(edit.fill ?? 'blur') === fill} onClick={() => draft.set({ fill })}>
            {words}
          </Option>
        ))}
      </Options>
      <Options label="Colours">
        <Option isOn={!edit.look} onClick={() => draft.set({ look: undefined })}>
          As it is
        </Option>
        {LOOK_NAMES.map((look) => (
          <Option key={look} isOn={edit.look === look} onClick={() => draft.set({ look })}>
            {LOOKS[look].title}
          </Option>
        ))}
      </Options>
      {clip.kind === 'video' && onPoster && !draft.isChanged && (
        <div className="l-row">
          <Button
            kind="second"
            size="small"
            icon="photo"
            onClick={() =>
              void onPoster().then((taken) => setNote(taken ? 'That’s its picture now.' : 'That didn’t work.'))
            }
          >
            Show this moment before it plays
          </Button>
          <p className="l-small" role="status">
            {note}
          </p>
        </div>
      )}
    </>
  );
}

/** How long a photo or card is shown. */
export function LengthPanel({ clip, draft }: PanelProps) {
  const usual = clip.kind === 'text' ? Math.round(10 * readingTime(clip.text ?? '')) / 10 : CLIP.photo;
  const length = draft.edit.length ?? usual;
  return (
    <>
      <Slider
        label="Shows for"
        shown={`${length} seconds`}
        {...{ min: EDIT.still.min, max: EDIT.still.max, step: 0.5 }}
        value={length}
        onChange={(value) => draft.set({ length: value })}
      />
      {draft.edit.length !== undefined && (
        <div className="l-row">
          <Button kind="second" size="small" icon="undo" onClick={() => draft.set({ length: undefined })}>
            {clip.kind === 'text' ? `Time to read it: ${usual} seconds` : `As usual: ${usual} seconds`}
          </Button>
        </div>
      )}
    </>
  );
}
