import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { UnsavedAsk } from './unsaved-ask.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { useUnsaved } from './use-unsaved.ts';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button, and a tap outside. */
  onClose: () => void;
  /** Whether closing would lose something typed: then it asks first. */
  isUnsaved?: () => boolean;
  title: ReactNode;
  id?: string;
  /** Name of the field that gets the focus. Default: the first; of radios the selected one. */
  about?: string;
  /** Full screen, for the camera or trimming on phones. */
  full?: boolean;
  className?: string;
  /** Buttons, primary first. */
  actions?: ReactNode;
  children?: ReactNode;
}

const FIELDS = 'input:checked, input:not([type=radio], [type=range], [readonly]), textarea, select';

/** A native modal dialog: the browser traps the focus. For islands. */
export function Dialog({
  open,
  onClose,
  isUnsaved,
  title,
  id,
  about,
  full,
  className,
  actions,
  children,
}: DialogProps) {
  const made = useId();
  const own = id ?? made;
  const box = useRef<HTMLDialogElement>(null);

  const [isAsking, setAsking] = useState(false);

  useUnsaved(open ? isUnsaved : undefined);
  useReturnFocus(open);
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>(about ? `[name=${about}]` : FIELDS)?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open, about]);

  const leave = () => {
    if (isUnsaved?.()) setAsking(true);
    else onClose();
  };
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    leave();
  };
  /** A second Escape in a row, or Back on Android, can't be prevented. */
  const closed = () => {
    if (!isUnsaved || !open || box.current?.open) return;
    if (isUnsaved()) box.current?.showModal();
    leave();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog with Escape, which arrives as onCancel
    <dialog
      ref={box}
      id={own}
      className={cx('dialog', full && 'dialog--full', className)}
      aria-labelledby={`${own}-title`}
      onCancel={cancel}
      onClose={closed}
      onClick={(event) => event.target === box.current && leave()}
    >
      <div className="dialog__in">
        <div className="dialog__head">
          <h2 id={`${own}-title`}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={leave} />
        </div>
        {isAsking && <UnsavedAsk onKeep={() => setAsking(false)} onDiscard={onClose} />}
        {children}
        {actions && <div className="l-row">{actions}</div>}
      </div>
    </dialog>
  );
}
