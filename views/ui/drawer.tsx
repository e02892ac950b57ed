import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';

export interface DrawerProps {
  /** Called for every way out: Escape, the cross, a tap beside it. */
  onClose: () => void;
  title: ReactNode;
  /** What closing means here, e.g. "Close. Your clip stays on this phone". */
  closeLabel?: string;
  /** Two columns wide from 48rem. */
  isRoomy?: boolean;
  /** Instead of the usual head; it then has to show the title itself, with the given id. */
  head?: (titleId: string) => ReactNode;
  className?: string;
  /** Stays in sight while the body scrolls. */
  footer?: ReactNode;
  children?: ReactNode;
}

/**
 * A modal sheet that rises from the thumb’s edge on a phone, and a dialog in the middle from 48rem. Open while it is
 * mounted. The focus goes to the element that carries `data-focus`, otherwise to the sheet itself, whose title is
 * then read. For islands.
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
