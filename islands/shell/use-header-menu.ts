import { useEffect } from 'react';

/** Closes the menu above the page on Escape; a tap elsewhere does so without script. */
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

/** Leaves the focus at its button: what had it is out of sight. */
export function closeMenu(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

function openMenu(): HTMLDetailsElement | null {
  return document.querySelector<HTMLDetailsElement>('.shell__top .menu[open]');
}
