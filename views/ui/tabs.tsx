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
