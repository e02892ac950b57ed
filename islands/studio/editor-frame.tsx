import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { cx } from '../../views/ui/class-names.ts';
import { Icon, type IconName } from '../../views/ui/icon.tsx';
import { useReturnFocus } from '../../views/ui/use-return-focus.ts';
import type { Draft } from './use-steps.ts';

interface EditorFrameProps {
  title: ReactNode;
  className?: string;
  draft: Pick<Draft<object>, 'isChanged' | 'canUndo' | 'canRedo' | 'undo' | 'redo'>;
  /** Whether what is typed is a step of the draft; otherwise the browser undoes typing. */
  undoesTyping?: boolean;
  /** Why something failed; empty: nothing did. */
  problem: string;
  isSaving: boolean;
  canSave?: boolean;
  onSave: () => void;
  /** Closes without saving. */
  onDiscard: () => void;
  children: ReactNode;
}

/** A full-screen editor: undo, redo, Done, and a question before unsaved changes are thrown away. */
export function EditorFrame({
  title,
  className,
  draft,
  undoesTyping = false,
  problem,
  isSaving,
  canSave = true,
  onSave,
  onDiscard,
  children,
}: EditorFrameProps) {
  const titleId = useId();
  const box = useRef<HTMLDialogElement>(null);
  const [isAsking, setAsking] = useState(false);

  const show = useCallback(() => {
    if (box.current && !box.current.open) box.current.showModal();
    box.current?.focus();
  }, []);
  useReturnFocus(true);
  useEffect(show, [show]);

  const leave = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (draft.isChanged) setAsking(true);
    else onDiscard();
  };
  /** A second Escape in a row, or Back on Android, can't be prevented. */
  const onClosed = () => {
    leave();
    if (draft.isChanged) show();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'range';
    if (isTyping && !undoesTyping) return;
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) draft.redo();
    else draft.undo();
  };

  return (
    <dialog
      ref={box}
      tabIndex={-1}
      className={cx('clip-editor', className)}
      aria-labelledby={titleId}
      onCancel={leave}
      onClose={onClosed}
      onKeyDown={onKeyDown}
    >
      <header className="clip-editor__top">
        <IconButton icon="close" label="Close" onClick={() => leave()} />
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="undo" label="Undo" disabled={!draft.canUndo} onClick={draft.undo} />
        <IconButton icon="redo" label="Redo" disabled={!draft.canRedo} onClick={draft.redo} />
        <Button size="small" busy={isSaving} disabled={!canSave} onClick={onSave}>
          {isSaving ? 'Saving' : 'Done'}
        </Button>
      </header>
      {(isAsking || problem) && (
        <div className="clip-editor__ask" role="alert">
          <p>{problem || 'Your changes aren’t saved yet.'}</p>
          {isAsking && (
            <div className="l-row">
              <Button kind="second" size="small" onClick={() => setAsking(false)}>
                Keep editing
              </Button>
              <Button kind="quiet" size="small" onClick={onDiscard}>
                Throw them away
              </Button>
            </div>
          )}
        </div>
      )}
      <div className="clip-editor__in">{children}</div>
    </dialog>
  );
}

interface EditorTabsProps<T extends string> {
  tabs: readonly (readonly [T, { title: string; icon: IconName }])[];
  tab: T;
  /** Id of the element that shows the tab. */
  panelId: string;
  onChoose: (tab: T) => void;
}

/** The tools of an editor. */
export function EditorTabs<T extends string>({ tabs, tab, panelId, onChoose }: EditorTabsProps<T>) {
  return (
    <div className="clip-editor__tabs" role="tablist" aria-label="Tools">
      {tabs.map(([name, { title, icon }]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls={panelId}
          onClick={() => onChoose(name)}
        >
          <Icon name={icon} />
          {title}
        </button>
      ))}
    </div>
  );
}
