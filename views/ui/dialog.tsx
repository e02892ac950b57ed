import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button, and a tap outside. */
  onClose: () => void;
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
export function Dialog({ open, onClose, title, id, about, full, className, actions, children }: DialogProps) {
  const made = useId();
  const own = id ?? made;
  const box = useRef<HTMLDialogElement>(null);

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

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog with Escape, which arrives as onCancel
    <dialog
      ref={box}
      id={own}
      className={cx('dialog', full && 'dialog--full', className)}
      aria-labelledby={`${own}-title`}
      onCancel={cancel}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div className="dialog__in">
        <div className="dialog__head">
          <h2 id={`${own}-title`}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        {children}
        {actions && <div className="l-row">{actions}</div>}
      </div>
    </dialog>
  );
}
