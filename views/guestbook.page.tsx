import type { GuestbookProps } from '../islands/guestbook/guestbook-props.ts';
import type { ReportProps } from '../islands/report/report-props.ts';
import { OCCASIONS, type OccasionType } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { HelpLines } from './layout/footer.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Icon } from './ui/icon.tsx';

export interface GuestbookPageProps {
  site: SiteProps;
  book: GuestbookProps;
  /** Where the reader came from: the film, the studio or their clip. */
  back: { href: string; label: string };
  isQuiet: boolean;
  /** Null for the makers. */
  report: ReportProps | null;
}

/** The title must not reveal the gift: link previews show it. */
export function guestbookHead(occasion: OccasionType): PageHead {
  return {
    title: 'Guestbook: VidDay',
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'guestbook',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** `/e/REF/guestbook`: lines beside a film. */
export function GuestbookPage({ site, book, back, isQuiet, report }: GuestbookPageProps) {
  return (
    <Layout
      site={site}
      frame="plain"
      announces="guests"
      stays="as-anybody"
      skip={{ href: '#lines', label: 'Skip to the lines' }}
      mainClass="l-page guestbook"
      after={
        <footer className="l-page guestbook__tiny">
          <p className="l-fine">Only people with this link can see this page.</p>
          {report ? <Island name="report" props={report} /> : <HelpLines site={site} />}
        </footer>
      }
    >
      <div className="guestbook__head">
        <p>
          <a className="guestbook__back" href={back.href}>
            <Icon name="arrow-left" />
            {back.label}
          </a>
        </p>
        <h1>Guestbook</h1>
        <p className="l-lead">
          {isQuiet ? 'A few words to keep beside the film.' : 'What everyone says who has seen the film.'}
        </p>
      </div>
      <Island name="guestbook" when="load" props={book} />
    </Layout>
  );
}
