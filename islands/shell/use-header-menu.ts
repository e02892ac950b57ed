import { useEffect } from 'react';

/** Closes the header menu on Escape; a tap elsewhere works without script. */
export function useHeaderMenu(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const menu = event.key === 'Escape' && !event.defaultPrevented && openMenu();
      if (menu) closeMenu(menu);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Moves the focus to its button, because the focused item is hidden. */
export function closeMenu(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

function openMenu(): HTMLDetailsElement | null {
  return document.querySelector<HTMLDetailsElement>('.shell__top .menu[open]');
}
