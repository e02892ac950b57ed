import type { Event } from '../src/shared/contracts/events.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { PoolAndTrees, type PoolAndTreesProps } from './presents/pool-and-trees.tsx';
import { IconLink } from './ui/icon-link.tsx';
import { Banner } from './ui/notice.tsx';

export function presentsHead({ occasion, title }: Pick<Event, 'occasion' | 'title'>): PageHead {
  return {
    title: `${title}: presents`,
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'presents',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

export interface PresentsPageProps {
  site: SiteProps;
  presents: PoolAndTreesProps;
  /** Whether the viewer has an account, which live updates need. */
  isLive: boolean;
  /** What a form said; null for none. */
  note: string | null;
}

/** `/e/UUID/presents`: what goes with the film, for its makers. */
export function PresentsPage({ site, presents, isLive, note }: PresentsPageProps) {
  return (
    <Layout site={site} announces="guests" mainClass="l-page presents">
      <header className="presents__top">
        <IconLink href={`/e/${presents.uuid}`} icon="arrow-left" label="Back to the studio" />
        <div>
          <h1>Presents</h1>
          <p className="l-small">What goes with the film.</p>
        </div>
      </header>
      {note && <Banner tone="info" role="status" title={note} />}
      {isLive && <Island name="live-part" when="idle" props={{ event: presents.uuid, part: 'presents' }} />}
      <PoolAndTrees {...presents} />
      <p>
        <a href={`/e/${presents.uuid}/orders`}>Discs, books and postcards</a>
      </p>
    </Layout>
  );
}
