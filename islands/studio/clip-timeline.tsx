import { useRef } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { ClipTile } from '../../views/ui/clip-tile.tsx';
import { Slot } from '../../views/ui/slot.tsx';
import { Timeline } from '../../views/ui/timeline.tsx';
import { faceOf } from './clip-words.ts';
import type { Reorder } from './use-reorder.ts';

interface ClipTimelineProps {
  clips: readonly Media[];
  chosenId: string | null;
  reorder: Reorder;
  onChoose: (id: string) => void;
  /** Opens the search for photos; null without an account. */
  onFind: (() => void) | null;
}

/** The clips on their ribbon. One tab stop; arrow keys move the focus, Space picks a clip up. */
export function ClipTimeline({ clips, chosenId, reorder, onChoose, onFind }: ClipTimelineProps) {
  const list = useRef<HTMLDivElement>(null);
  const byId = new Map(clips.map((clip) => [clip.id, clip]));
  const shown = reorder.ids.flatMap((id) => byId.get(id) ?? []);
  const tabStop = chosenId ?? shown[0]?.id;
  return (
    <div ref={list}>
      <Timeline
        className="studio-line"
        tabIndex={-1}
        label="Clips in order. Arrow keys go from clip to clip. Space picks one up, arrows move it, Space drops it."
      >
        {shown.map((clip, index) => (
          <li key={clip.id} data-clip-id={clip.id} data-held={reorder.heldId === clip.id || undefined}>
            <ClipTile
              {...faceOf(clip)}
              isCurrent={clip.id === chosenId}
              place={`${index + 1} of ${shown.length}`}
              button={{
                ...reorder.itemProps(clip.id),
                tabIndex: clip.id === tabStop ? 0 : -1,
                'aria-pressed': reorder.heldId === clip.id || undefined,
                onClick: () => onChoose(clip.id),
                onFocus: () => onChoose(clip.id),
                onDragStart: (event) => event.preventDefault(),
              }}
            />
          </li>
        ))}
        {shown.length === 0 && (
          <>
            <li className="studio-line__add">
              <Slot icon="user">Someone near</Slot>
            </li>
            <li className="studio-line__add">
              <Slot icon="user">Someone far away</Slot>
            </li>
          </>
        )}
        <li className="studio-line__add">
          <Slot href="#add">Your own clip</Slot>
        </li>
        {onFind && (
          <li className="studio-line__add">
            <Slot icon="photo" button={{ onClick: onFind }}>
              Find a photo
            </Slot>
          </li>
        )}
      </Timeline>
      <p className="l-unseen" aria-live="assertive">
        {reorder.spoken}
      </p>
    </div>
  );
}

/** Focuses a clip's tile. */
export function focusClip(id: string): void {
  document.querySelector<HTMLElement>(`[data-clip-id="${id}"] button`)?.focus();
}
