import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { clock } from '../../src/shared/format.ts';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { Menu, MenuButton, MenuLink, MenuRule } from '../../views/ui/menu.tsx';
import { focusClip } from './clip-timeline.tsx';
import { remarksOf } from './clip-words.ts';
import { withEditActions } from './edit-actions.ts';
import { PhotoCredit } from './photo-credit.tsx';
import { quarterFrom } from './quarter-turn.ts';
import { canEdit, timelineOf } from './studio-state.ts';
import { useLazy } from './use-lazy.ts';
import type { Reorder } from './use-reorder.ts';
import type { Studio } from './use-studio.ts';
import { WordsDialog } from './words-dialog.tsx';

const loadEditor = () => import('./clip-editor.tsx');
const loadCompare = () => import('./compare-dialog.tsx');
const loadHistory = () => import('./clip-history.tsx');
const loadPhotoEditor = () => import('./photo-editor.tsx');

interface ClipToolsProps {
  clip: Media;
  index: number;
  total: number;
  studio: Studio;
  reorder: Reorder;
}

/** Actions for the selected clip. */
export function ClipTools({ clip, index, total, studio, reorder }: ClipToolsProps) {
  const [isEditing, setEditing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isPainting, setPainting] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const notLoaded = () => {
    setOpen(false);
    setPainting(false);
    setComparing(false);
    setHistoryOpen(false);
    studio.show({ text: 'That didn’t load. Check your connection and try again.', tone: 'bad' });
  };
  const editor = useLazy(loadEditor, isOpen, notLoaded);
  const isPhoto = clip.kind === 'photo' && clip.status !== 'failed';
  const photoEditor = useLazy(loadPhotoEditor, isPainting, notLoaded, isPhoto);
  const { upscale } = clip;
  const isInReview = upscale?.status === 'review';
  const compare = useLazy(loadCompare, isComparing, notLoaded, isInReview);
  const historyDialog = useLazy(loadHistory, isHistoryOpen, notLoaded);
  const box = useRef<HTMLDivElement>(null);
  const { ids } = reorder;
  const leaveTo = useFocusAfter(ids[index + 1] ?? ids[index - 1]);
  const remove = () => {
    leaveTo();
    void studio.remove(clip);
  };
  // They open below the clips, where the bottom bar would cover them.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { name } = clip.contributor;
  const remarks = remarksOf(clip);
  const turn = quarterFrom(clip.edit);
  const isFailed = clip.status === 'failed';
  const { id: personId } = clip.contributor;
  const hasMore =
    personId !== undefined && timelineOf(studio.event).filter((each) => each.contributor.id === personId).length > 1;
  if (clip.isTakenOut) return <TakenOut clip={clip} onRemove={remove} box={box} />;
  const isEditable = canEdit(clip);
  const canTurn = (clip.kind === 'video' || clip.kind === 'photo') && isEditable;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups a clip's tools
    <div ref={box} className="studio-line__picked" role="group" aria-label={`${name}’s clip`}>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <span className="l-small">
          {index + 1} of {total}
          {clip.length > 0 && `, ${clock(clip.length)}`}
        </span>
        {clip.attribution && (
          <span className="l-small studio-line__remark">
            <PhotoCredit {...clip.attribution} />
          </span>
        )}
        {remarks.length > 0 && <span className="l-small studio-line__remark">{remarks.join(' ')}</span>}
      </p>
      <div className="l-row studio-line__tools">
        <IconButton
          icon="arrow-left"
          label="Move earlier"
          disabled={index === 0}
          onClick={() => reorder.nudge(clip.id, -1)}
        />
        <IconButton
          icon="arrow-right"
          label="Move later"
          disabled={index === total - 1}
          onClick={() => reorder.nudge(clip.id, 1)}
        />
        {isFailed ? (
          <>
            <Button kind="second" size="small" icon="retry" onClick={() => void studio.retry(clip)}>
              Try again
            </Button>
            <Button kind="second" size="small" icon="trash" onClick={remove}>
              Remove
            </Button>
          </>
        ) : (
          <Button
            kind="second"
            size="small"
            icon={clip.hidden ? 'eye' : 'eye-off'}
            onClick={() => void studio.setHidden(clip, !clip.hidden)}
          >
            {clip.hidden ? 'Put back in' : 'Leave out'}
          </Button>
        )}
        {!isFailed && (
          <Button kind="second" size="small" icon="trim" disabled={!isEditable} onClick={() => setOpen(true)}>
            Edit
          </Button>
        )}
        {isPhoto && (
          <Button kind="second" size="small" icon="heart" onClick={() => setPainting(true)}>
            Decorate
          </Button>
        )}
        {isInReview && (
          <Button kind="second" size="small" icon="eye" onClick={() => setComparing(true)}>
            Before and after
          </Button>
        )}
        <Menu label={`More for ${name}’s clip`} upwards>
          <MenuButton icon="pen" onClick={() => setEditing(true)}>
            {clip.kind === 'text' ? 'Change name or words' : 'Change the name'}
          </MenuButton>
          {canTurn && (
            <MenuButton
              icon="redo"
              onClick={() => void studio.editMedia(clip, { edit: { ...clip.edit, rotate: turn } })}
            >
              Rotate
            </MenuButton>
          )}
          {clip.kind === 'video' && isEditable && (
            <MenuButton
              icon={clip.edit.muted ? 'volume' : 'muted'}
              onClick={() => void studio.editMedia(clip, { edit: { ...clip.edit, muted: !clip.edit.muted } })}
            >
              {clip.edit.muted ? 'Sound on' : 'Sound off'}
            </MenuButton>
          )}
          {upscale?.isOffered && (
            <MenuButton
              icon="fullscreen"
              onClick={() => void withEditActions(studio, ({ upscaleClip }) => upscaleClip(studio, clip))}
            >
              Make it sharper
            </MenuButton>
          )}
          {!isFailed && (
            <MenuButton
              icon="copy"
              onClick={() => void withEditActions(studio, ({ duplicateClip }) => duplicateClip(studio, clip))}
            >
              Duplicate
            </MenuButton>
          )}
          {(Object.keys(clip.edit).length > 0 || clip.annotation) && (
            <MenuButton
              icon="undo"
              onClick={() => void withEditActions(studio, ({ revertClips }) => revertClips(studio, [clip]))}
            >
              Back to how it came
            </MenuButton>
          )}
          {clip.history && clip.history.length > 0 && (
            <MenuButton icon="clock" onClick={() => setHistoryOpen(true)}>
              What was changed
            </MenuButton>
          )}
          {clip.downloadUrl && (
            <MenuLink icon="download" href={clip.downloadUrl} download>
              Download the original
            </MenuLink>
          )}
          {!isFailed && (
            <>
              <MenuRule />
              <MenuButton icon="trash" danger onClick={remove}>
                Remove
              </MenuButton>
            </>
          )}
          {hasMore && (
            <MenuButton icon="trash" danger onClick={() => void studio.removeContributor(clip)}>
              Remove this person’s clips
            </MenuButton>
          )}
        </Menu>
      </div>
      {isOpen && editor && (
        <editor.ClipEditor
          clip={clip}
          place={`${index + 1} of ${total}`}
          studio={studio}
          onClose={() => setOpen(false)}
        />
      )}
      {isPainting && photoEditor && (
        <photoEditor.PhotoEditor clip={clip} studio={studio} onClose={() => setPainting(false)} />
      )}
      {isComparing && compare && upscale && isInReview && (
        <compare.CompareDialog clip={clip} upscale={upscale} studio={studio} onClose={() => setComparing(false)} />
      )}
      {isHistoryOpen && historyDialog && (
        <historyDialog.ClipHistory clip={clip} timeZone={studio.event.timeZone} onClose={() => setHistoryOpen(false)} />
      )}
      {isEditing && <WordsDialog clip={clip} studio={studio} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** Once the tools went away with their clip, the focus goes to its neighbour instead of getting lost. Returns what asks for that. */
function useFocusAfter(neighbour: string | undefined): () => void {
  const isAsked = useRef(false);
  const next = useRef(neighbour);
  next.current = neighbour;
  useEffect(
    () => () => {
      if (isAsked.current && next.current && document.activeElement === document.body) focusClip(next.current);
    },
    [],
  );
  return () => {
    isAsked.current = true;
  };
}

interface TakenOutProps extends Pick<ClipToolsProps, 'clip'> {
  onRemove: () => void;
  box: RefObject<HTMLDivElement | null>;
}

/** Of a clip that staff took out, makers see that, and can remove it. */
function TakenOut({ clip, onRemove, box }: TakenOutProps) {
  const { name } = clip.contributor;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups a clip's tools
    <div ref={box} className="studio-line__picked" role="group" aria-label={`${name}’s clip`}>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="l-small studio-line__remark">{remarksOf(clip).join(' ')}</span>
      </p>
      <div className="l-row studio-line__tools">
        <Button kind="second" size="small" icon="trash" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  );
}
