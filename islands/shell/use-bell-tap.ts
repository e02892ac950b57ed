import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { BellPopoverProps } from '../news/bell-popover.tsx';
import { loadSheet } from '../runtime/load-sheet.ts';

interface BellTap {
  /** What is open; null while nothing is. */
  Popover: ComponentType<BellPopoverProps> | null;
  close(): void;
}

/** Opens the latest news at a tap on the bell, which is a link to all of them. */
export function useBellTap(bell: HTMLAnchorElement | null, sheet: string): BellTap {
  const [popover, setPopover] = useState<{ Popover: ComponentType<BellPopoverProps> } | null>(null);
  const isOpen = popover !== null;

  useEffect(() => {
    // On the page of all news it stays a link.
    if (!bell || bell.hasAttribute('aria-current')) return;
    bell.setAttribute('aria-haspopup', 'dialog');
    bell.setAttribute('aria-expanded', String(isOpen));
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (isOpen) return setPopover(null);
      Promise.all([import('../news/bell-popover.tsx'), loadSheet(sheet)]).then(
        ([{ BellPopover }]) => setPopover({ Popover: BellPopover }),
        () => location.assign(bell.href),
      );
    };
    bell.addEventListener('click', onClick);
    return () => bell.removeEventListener('click', onClick);
  }, [bell, isOpen, sheet]);

  return { Popover: popover?.Popover ?? null, close: useCallback(() => setPopover(null), []) };
}
