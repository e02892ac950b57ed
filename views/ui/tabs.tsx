import { type KeyboardEvent, useRef } from 'react';

export interface TabLink {
  href: string;
  label: string;
  count?: number;
  isCurrent?: boolean;
}

/** Tabs that link to pages. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.label} {tab.count}
        </a>
      ))}
    </nav>
  );
}

export interface TabButton {
  id: string;
  label: string;
  count?: number;
}

export interface TabsProps {
  label: string;
  tabs: readonly TabButton[];
  /** Id of the selected tab. */
  selected: string;
  onSelect: (id: string) => void;
  /** Id of the panel. */
  panelId: string;
}

/** Tabs inside an island: one tab stop, arrow keys select. */
export function Tabs({ label, tabs, selected, onSelect, panelId }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          data-tab={tab.id}
          aria-selected={tab.id === selected}
          aria-controls={panelId}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label} {tab.count}
        </button>
      ))}
    </div>
  );
}
