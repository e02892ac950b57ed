import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface DrawerProps {
  /** Called on Escape, the close button, and a tap outside. */
  onClose: () => void;
  title: ReactNode;
  /** Label of the close button, such as "Close. Your clip stays on this phone". */
  closeLabel?: string;
  /** Two columns from 48rem. */
  isRoomy?: boolean;
  /** Replaces the header; it must show the title with the given id. */
  head?: (titleId: string) => ReactNode;
  className?: string;
  /** Stays visible while the body scrolls. */
  footer?: ReactNode;
  children?: ReactNode;
}

/**
 * A modal bottom sheet on phones, a centred dialog from 48rem. Open while mounted. Focus goes to the element with
 * `data-focus`, otherwise to the sheet, whose title is then read. For islands.
 */
export function Drawer({
  onClose,
  title,
  closeLabel = 'Close',
  isRoomy,
  head,
  className,
  footer,
  children,
}: DrawerProps) {
  const id = `${useId()}title`;
  const box = useRef<HTMLDialogElement>(null);

  useReturnFocus(true);
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (!dialog.open) dialog.showModal();
    (dialog.querySelector<HTMLElement>('[data-focus]') ?? dialog).focus();
  }, []);

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog with Escape, which arrives as onCancel
    <dialog
      ref={box}
      tabIndex={-1}
      className={cx('drawer', isRoomy && 'drawer--roomy', className)}
      aria-labelledby={id}
      onCancel={cancel}
      onClick={(event) => event.target === box.current && onClose()}
    >
      {head ? (
        head(id)
      ) : (
        <div className="drawer__head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={closeLabel} onClick={onClose} />
        </div>
      )}
      <div className="drawer__in">{children}</div>
      {footer && <div className="drawer__foot">{footer}</div>}
    </dialog>
  );
}
