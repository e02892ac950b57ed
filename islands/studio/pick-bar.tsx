import { type ReactNode, useState } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Icon, type IconName } from '../../views/ui/icon.tsx';
import { withEditActions } from './edit-actions.ts';
import { hideClips, moveClips, removeClips } from './many-clips.ts';
import { MoveDialog } from './move-dialog.tsx';
import { canEdit } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

interface PickBarProps {
  clips: readonly Media[];
  picked: readonly string[];
  studio: Studio;
  /** Actions for a single clip. */
  tools: (clip: Media) => ReactNode;
  onPick: (ids: readonly string[]) => void;
}

/** Actions for selected clips; replaces the price bar. */
export function PickBar({ clips, picked, studio, tools, onPick }: PickBarProps) {
  const [open, setOpen] = useState<'move' | 'edit' | null>(null);
  const chosen = clips.filter(({ id }) => picked.includes(id));
  const [only] = chosen;
  // What staff took out can only be moved and removed.
  const workable = chosen.filter(({ isTakenOut }) => !isTakenOut);
  const isOut = workable.every(({ hidden }) => hidden);
  const withSound = workable.filter((clip) => (clip.kind === 'video' || clip.kind === 'audio') && canEdit(clip));
  const hasSound = withSound.length > 0;
  const isMuted = withSound.every(({ edit }) => edit.muted);
  const isEdited = workable.some(({ edit, annotation }) => annotation || Object.keys(edit).length > 0);
  const close = () => setOpen(null);
  const clear = () => onPick([]);
  if (!only) return null;
  return (
    <>
      <div className="pay-bar pick-bar" role="toolbar" aria-label={`${chosen.length} selected`}>
        <div className="l-page pay-bar__in">
          <p>
            <strong>{chosen.length} selected</strong>{' '}
            <Button kind="quiet" size="small" onClick={clear}>
              Clear
            </Button>
          </p>
          <div className="pick-bar__acts">
            <Act icon="move" onClick={() => setOpen('move')}>
              Move to
            </Act>
            {workable.length > 0 && (
              <Act
                icon={isOut ? 'eye' : 'eye-off'}
                onClick={() => {
                  void hideClips(studio, workable, !isOut);
                  clear();
                }}
              >
                {isOut ? 'Put back in' : 'Leave out'}
              </Act>
            )}
            {chosen.length === 1 && (
              <Act icon="pen" onClick={() => setOpen('edit')}>
                Edit
              </Act>
            )}
            {chosen.length > 1 && hasSound && (
              <Act
                icon={isMuted ? 'volume' : 'muted'}
                onClick={() => {
                  void withEditActions(studio, ({ muteClips }) => muteClips(studio, withSound, !isMuted));
                  clear();
                }}
              >
                {isMuted ? 'Sound on' : 'Mute'}
              </Act>
            )}
            {chosen.length > 1 && isEdited && (
              <Act
                icon="undo"
                onClick={() => {
                  void withEditActions(studio, ({ revertClips }) => revertClips(studio, workable));
                  clear();
                }}
              >
                Revert
              </Act>
            )}
            <Act
              icon="trash"
              onClick={() => {
                void removeClips(studio, chosen);
                clear();
              }}
            >
              Remove
            </Act>
          </div>
        </div>
      </div>
      {open === 'move' && (
        <MoveDialog
          clips={clips}
          moving={picked}
          onClose={close}
          onMove={(target) => {
            void moveClips(studio, picked, target);
            close();
            clear();
          }}
        />
      )}
      {open === 'edit' && (
        <Dialog open onClose={close} title={<bdi>{only.contributor.name}</bdi>} className="studio-dialogs__edit">
          {tools(only)}
        </Dialog>
      )}
    </>
  );
}

function Act({ icon, onClick, children }: { icon: IconName; onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick}>
      <Icon name={icon} />
      {children}
    </button>
  );
}
