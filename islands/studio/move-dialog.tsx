import { type FormEvent, useState } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { Button } from '../../views/ui/button.tsx';
import { Radio } from '../../views/ui/choice.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Field } from '../../views/ui/field.tsx';
import { found, type MoveTarget, placed } from './clip-order.ts';

interface MoveDialogProps {
  clips: readonly Media[];
  moving: readonly string[];
  onMove: (target: MoveTarget) => void;
  onClose: () => void;
}

/** Number of suggested positions. */
const OFFERED = 5;

/** Asks where to move the selected clips: to an end, or after a clip found by name or number. */
export function MoveDialog({ clips, moving, onMove, onClose }: MoveDialogProps) {
  const [to, setTo] = useState<'start' | 'end' | 'after'>('after');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const others = placed(clips).filter(({ clip }) => !moving.includes(clip.id));
  const hits = found(others, typed).slice(0, OFFERED);
  const after = hits.find(({ clip }) => clip.id === chosen) ?? hits[0];
  const name = clips.find(({ id }) => id === moving[0])?.contributor.name;

  function move(submitted: FormEvent) {
    submitted.preventDefault();
    if (to !== 'after') onMove(to);
    else if (after) onMove({ after: after.clip.id });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      about="where"
      title={
        moving.length === 1 ? (
          <>
            Move <bdi>{name}</bdi>
          </>
        ) : (
          `Move ${moving.length} clips`
        )
      }
    >
      <form className="l-stack" onSubmit={move} noValidate>
        <Radio name="to" label="To the start" checked={to === 'start'} onChange={() => setTo('start')} />
        <Radio name="to" label="To the end" checked={to === 'end'} onChange={() => setTo('end')} />
        <Radio name="to" label="After someone" checked={to === 'after'} onChange={() => setTo('after')} />
        <Field
          label="Name or number"
          name="where"
          type="search"
          autoComplete="off"
          value={typed}
          error={to === 'after' && !after ? 'We can’t find that clip.' : null}
          onFocus={() => setTo('after')}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(null);
          }}
        />
        {to === 'after' && (
          <ul className="clip-grid__hits">
            {hits.map(({ clip, place }) => (
              <li key={clip.id}>
                <Radio
                  name="after"
                  label={
                    <>
                      <bdi>{clip.contributor.name}</bdi>{' '}
                      <span className="l-small">{`${place} of ${clips.length}`}</span>
                    </>
                  }
                  checked={clip === after?.clip}
                  onChange={() => setChosen(clip.id)}
                />
              </li>
            ))}
          </ul>
        )}
        <Button type="submit" disabled={to === 'after' && !after}>
          <span>
            {to === 'after' ? 'Move after ' : `Move to the ${to}`}
            {to === 'after' && <bdi>{after?.clip.contributor.name ?? 'someone'}</bdi>}
          </span>
        </Button>
        <p className="l-fine">{moving.length > 1 && 'They keep their order. '}You can undo this.</p>
      </form>
    </Dialog>
  );
}
