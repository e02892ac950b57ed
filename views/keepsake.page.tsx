import type { KeepsakeProps } from '../islands/keepsake/keepsake-props.ts';
import { OCCASIONS, type OccasionType } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Icon } from './ui/icon.tsx';
import { Bow, Ribbon, Wrap } from './ui/paper.tsx';

export interface KeepsakePageProps {
  site: SiteProps;
  box: KeepsakeProps;
  /** Where the reader came from: the film or the studio. */
  back: { href: string; label: string };
  /** Who it is for, if the reader is. */
  forNames: string | null;
  /** First name of who decides; may be empty. */
  host: string;
}

/** The title must not reveal the gift: link previews show it. */
export function keepsakeHead(occasion: OccasionType): PageHead {
  return {
    title: 'To keep: VidDay',
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'keepsake',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** `/e/REF/keepsake`: everything in one download. */
export function KeepsakePage({ site, box, back, forNames, host }: KeepsakePageProps) {
  const { status, content } = box.keepsake;
  return (
    <Layout
      site={site}
      frame="plain"
      announces="guests"
      stays="as-anybody"
      skip={{ href: '#box', label: 'Skip to the box' }}
      mainClass="l-page keepsake"
    >
      <p>
        <a className="keepsake__back" href={back.href}>
          <Icon name="arrow-left" />
          {back.label}
        </a>
      </p>
      <div className="keepsake__in">
        <div className="keepsake__art" aria-hidden="true">
          <Wrap className="keepsake__carton">
            <Ribbon down />
            <Bow />
          </Wrap>
        </div>
        <div className="keepsake__do">
          <h1 id="box">Keep all of it, for good</h1>
          <p className="l-lead">
            {forNames ? (
              <>
                One box with everything people made for you, <bdi>{forNames}</bdi>. Yours to store wherever you like.
              </>
            ) : (
              'One box with everything people made. Yours to store wherever you like.'
            )}
          </p>
          {status === 'closed' && <p>It isn’t open for you yet. Ask {host || 'the person who made it'}.</p>}
          {status !== 'closed' && !content && <p>There’s no film yet. Publish it first, then you can pack it.</p>}
          <Island name="keepsake" when="load" props={box} />
        </div>
      </div>
    </Layout>
  );
}
