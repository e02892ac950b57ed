import type { ReactNode } from 'react';
import { Island } from '../base/island.tsx';
import { Brand } from '../ui/brand.tsx';
import { cx } from '../ui/class-names.ts';
import { List } from '../ui/list.tsx';
import { placesOf } from './places.ts';
import type { SiteProps } from './site-props.ts';
import { StartChat } from './start-chat.tsx';

/** Links and help; `aside` replaces the help lines. */
export function Footer({ site, flush, aside }: { site: SiteProps; flush?: boolean; aside?: ReactNode }) {
  const { links = {} } = site;
  return (
    <footer className={cx('shell__foot', flush && 'shell__foot--flush')}>
      <div className="l-page">
        <div className="l-stack">
          <Brand href="/" />
          <p className="l-small">One film from everyone.</p>
        </div>
        <List>
          <li>
            <a href="/start-a-vidday">Start a New VidDay</a>
          </li>
          {placesOf(links).map(({ label, href }) => (
            <li key={label}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </List>
        {aside ?? <HelpLines site={site} />}
      </div>
    </footer>
  );
}

/** Links for reporting bugs and ideas. */
export function HelpLines({ site }: { site: SiteProps }) {
  const { links = {} } = site;
  if (!links.chat && !links.idea) return null;
  return (
    <List className="shell__help">
      {links.chat && (
        <li>
          Found a bug or issue? <StartChat site={site} look="line" />
        </li>
      )}
      {links.idea && (
        <li>
          Got a feature idea? <Island name="idea-widget" props={{ href: links.idea }} />
        </li>
      )}
    </List>
  );
}
