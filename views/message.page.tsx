import type { ReactNode } from 'react';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Plaque } from './ui/card.tsx';
import { List } from './ui/list.tsx';
import { Bow, Ribbon, Wrap } from './ui/paper.tsx';

export interface MessagePageProps {
  site: SiteProps;
  title: string;
  /** One or two sentences on what happened and what to do. */
  children?: ReactNode;
  /** The same as text, for callers that pass only JSON. */
  text?: string;
  action?: { href: string; label: string } | null;
  /** Further links below the action. */
  ways?: readonly { href: string; label: string }[];
  /** Small print, such as the request id. */
  fine?: string | null;
}

export function messageHead(title: string): PageHead {
  return { title: `${title}: VidDay`, indexed: false, referrer: 'strict-origin', sheet: 'site', occasion: 'thankyou' };
}

/** A short message and a next step: link sent, link used, nothing here. */
export function MessagePage({ site, title, children, text, action, ways = [], fine }: MessagePageProps) {
  return (
    <Layout site={site} mainClass="l-page message">
      <Wrap className="message__paper">
        <Ribbon />
        <Bow />
      </Wrap>
      <Plaque className="message__text">
        <h1>{title}</h1>
        {text && <p>{text}</p>}
        {children}
        {action && <ButtonLink href={action.href}>{action.label}</ButtonLink>}
        {ways.length > 0 && (
          <List className="message__ways">
            {ways.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </List>
        )}
        {fine && <p className="l-fine">{fine}</p>}
      </Plaque>
    </Layout>
  );
}
