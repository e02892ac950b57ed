import { useEffect, useState } from 'react';
import { Dialog } from '../../views/ui/dialog.tsx';
import { List } from '../../views/ui/list.tsx';

export interface DeskKeysProps {
  /** Selector of the links, one of each row. */
  rows: string;
}

const KEYS = [
  [['j'], 'next row'],
  [['k'], 'row before'],
  [['Enter'], 'open it'],
  [['/'], 'search'],
  [['?'], 'all keys'],
] as const;

/** Moves through a list by keyboard. The keys do nothing in fields and beside Ctrl, Alt and Meta. */
export default function DeskKeys({ rows }: DeskKeysProps) {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      if (event.key === 'j') focusRow(rows, 1);
      else if (event.key === 'k') focusRow(rows, -1);
      else if (event.key === '/') document.querySelector<HTMLInputElement>('main [name=q], [name=q]')?.focus();
      else if (event.key === '?') setOpen(true);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [rows]);

  return (
    <>
      <p className="desk-keys">
        {KEYS.slice(0, 4).map(([keys, words]) => (
          <Keys key={words} keys={keys} words={words} />
        ))}
      </p>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keys">
        <List className="desk-keys__all">
          {KEYS.map(([keys, words]) => (
            <li key={words}>
              <Keys keys={keys} words={words} />
            </li>
          ))}
        </List>
      </Dialog>
    </>
  );
}

function Keys({ keys, words }: { keys: readonly string[]; words: string }) {
  return (
    <span className="desk-keys__pair">
      {keys.map((key) => (
        <kbd key={key} className="desk-keys__key">
          {key}
        </kbd>
      ))}{' '}
      {words}
    </span>
  );
}

/** Somebody writes there, or chooses. */
function isTaken(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog[open]') !== null;
}

function focusRow(selector: string, step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const now = all.indexOf(document.activeElement as HTMLElement);
  const next = now === -1 ? 0 : Math.min(all.length - 1, Math.max(0, now + step));
  all[next]?.focus();
}
