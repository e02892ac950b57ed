import type { ReactNode } from 'react';
import type { LivePlace } from '../../src/shared/contracts/socket-events.ts';
import { count } from '../../src/shared/format.ts';
import type { StaffRole } from '../../src/shared/roles.ts';
import { Island } from '../base/island.tsx';
import type { PageHead } from '../layout/document.tsx';
import { Layout, type SiteProps } from '../layout/layout.tsx';
import { SignedIn } from '../layout/menus.tsx';
import { Badge } from '../ui/badge.tsx';
import { Brand } from '../ui/brand.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { List } from '../ui/list.tsx';
import { Menu, MenuLink, MenuRule } from '../ui/menu.tsx';
import { placesFor, type Waiting } from './desk-places.ts';

/** What every page of the desk shows around its content. */
export interface DeskFrame {
  site: SiteProps;
  role: StaffRole;
  waiting: Waiting;
  /** Milliseconds, for "2 hours ago". */
  now: number;
}

export interface DeskLayoutProps {
  frame: DeskFrame;
  /** Path of the place in the menu. */
  here: string;
  title: ReactNode;
  /** Beside the title: a number or a sentence. */
  about?: ReactNode;
  /** Above the title, such as a link back. */
  above?: ReactNode;
  /** What the search at the top holds. */
  search?: string;
  /** What the page shows: it shows changes by itself. */
  live?: LivePlace;
  /** At the end of the title’s line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** What the desk’s pages have in common; each names its sheet. */
export function deskHead(title: string): PageHead {
  return { title: `${title}: staff desk`, indexed: false, referrer: 'strict-origin' };
}

/** The desk of staff: search, places, and a page. */
export function DeskLayout({ frame, here, title, about, above, search, live, aside, children }: DeskLayoutProps) {
  return (
    <Layout
      site={frame.site}
      frame="plain"
      mainClass="desk"
      skip={{ href: '#main', label: 'Skip to the desk' }}
      header={<DeskTop frame={frame} here={here} search={search} />}
    >
      {above}
      <Island name="desk-live" when="idle" props={{ place: live ?? null }} />
      <div className="desk__live" data-live={live}>
        <div className="desk__head">
          <h1>{title}</h1>
          {about && <p className="l-small">{about}</p>}
          {aside}
        </div>
        {children}
      </div>
    </Layout>
  );
}

interface DeskTopProps {
  frame: DeskFrame;
  here: string;
  search: string | undefined;
}

function DeskTop({ frame: { site, role, waiting }, here, search = '' }: DeskTopProps) {
  return (
    <header className="desk__top">
      <div className="desk__bar">
        <Brand href="/staff" className="desk__mark" />
        <Badge>Staff</Badge>
        <search className="desk__find">
          <form action="/staff/search">
            <Field
              label="Search everything"
              hideLabel
              id="desk-find"
              type="search"
              name="q"
              defaultValue={search}
              placeholder="Name, email, key or id"
              maxLength={100}
              autoComplete="off"
            />
          </form>
        </search>
        <Menu label="Your account" icon="user">
          <SignedIn email={site.user?.email ?? ''} />
          <MenuRule />
          <MenuLink href="/dashboard" icon="gift">
            My VidDays
          </MenuLink>
        </Menu>
      </div>
      <nav className="desk__nav" aria-label="Desk">
        {placesFor(role).map(({ title, places }) => (
          <div key={title}>
            <p className="l-fine">{title}</p>
            <List>
              {places.map(({ href, label, icon, counts }) => {
                const waits = (counts ?? []).reduce((sum, each) => sum + (waiting[each] ?? 0), 0);
                return (
                  <li key={href}>
                    <a href={href} aria-current={href === here ? 'page' : undefined}>
                      <Icon name={icon} />
                      <span>{label}</span>
                      {waits > 0 && (
                        <span className="desk__count">
                          <span className="l-unseen">, waiting: </span>
                          {waits}
                        </span>
                      )}
                    </a>
                  </li>
                );
              })}
            </List>
          </div>
        ))}
      </nav>
    </header>
  );
}

/** Leads back to a list. */
export function BackTo({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="desk__back" href={href}>
      <Icon name="arrow-left" />
      {children}
    </a>
  );
}

/** A box of the desk with a heading. */
export function DeskPanel({ title, id, children }: { title: ReactNode; id: string; children: ReactNode }) {
  return (
    <section className="desk-panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const MINUTE = 60_000;
const UNITS = [
  { name: 'min', length: MINUTE, most: 60 },
  { name: 'h', length: 60 * MINUTE, most: 24 },
] as const;

/** How long ago, such as "12 min ago" or "3 days ago". */
export function agoWords(at: string, now: number): string {
  const elapsed = now - new Date(at).getTime();
  if (elapsed < MINUTE) return 'just now';
  for (const { name, length, most } of UNITS) {
    if (elapsed < length * most) return `${Math.floor(elapsed / length)} ${name} ago`;
  }
  return `${count(Math.floor(elapsed / (24 * 60 * MINUTE)), 'day')} ago`;
}
