import type { GiftProps } from '../islands/gift/gift-props.ts';
import type { ReportProps } from '../islands/report/report-props.ts';
import { OCCASIONS, type OccasionType } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { HelpLines } from './layout/footer.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Plaque } from './ui/card.tsx';
import { Countdown } from './ui/countdown.tsx';
import { Bow, Ribbon, Torn, Wrap } from './ui/paper.tsx';

export interface GiftPageProps {
  site: SiteProps;
  gift: GiftProps;
  /** Null for the makers. */
  report: ReportProps | null;
}

/** The title must not reveal the gift: link previews show it. */
export function giftHead(occasion: OccasionType): PageHead {
  return {
    title: 'Something for you: VidDay',
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'recipient',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** The recipient's page, and the film for holders of the view link. */
export function GiftPage({ site, gift, report }: GiftPageProps) {
  return (
    <Layout
      site={site}
      frame="plain"
      announces="guests"
      hasBar
      stays="as-anybody"
      mainClass="l-page"
      header={<Torn isDecoration className="recipient__roll" />}
      after={
        <footer className="l-page recipient__tiny">
          <p className="l-fine">
            Only people with this link can see this page. <a href="/">Make one for someone</a>
          </p>
          {gift.openKey && !gift.isWrapped && (
            <ButtonLink kind="quiet" size="small" className="l-needs-script" href={`/e/${gift.openKey}?wrapped`}>
              Unwrap it again
            </ButtonLink>
          )}
          <HelpBox site={site} report={report} />
        </footer>
      }
    >
      <Island name="gift" when="load" props={gift} />
    </Layout>
  );
}

export interface WaitingPageProps {
  site: SiteProps;
  names: string;
  /** When it can be opened; null if it is not scheduled. */
  until: string | null;
  timeZone: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Null for the makers. */
  report: ReportProps | null;
}

/** Shown before delivery, or before the film is ready: a parcel that stays closed. */
export function WaitingPage({ site, names, until, timeZone, now, report }: WaitingPageProps) {
  return (
    <Layout
      site={site}
      frame="plain"
      announces="guests"
      mainClass="l-page message"
      after={
        <footer className="l-page recipient__tiny">
          <HelpBox site={site} report={report} />
        </footer>
      }
    >
      <Wrap className="message__paper">
        <Ribbon />
        <Bow />
      </Wrap>
      <Plaque className="message__text">
        <h1>Nearly wrapped</h1>
        {until ? (
          <p>There’s something here for {names}, and it opens on the day. This link stays the same.</p>
        ) : (
          <p>Something for {names} is being made. Come back a little later. This link stays the same.</p>
        )}
        {until && <Countdown until={until} now={now} timeZone={timeZone} over="Any moment now" />}
        <ButtonLink kind="second" href="">
          Look again
        </ButtonLink>
      </Plaque>
    </Layout>
  );
}

/** Makers get links to help; others can report the page. */
function HelpBox({ site, report }: Pick<GiftPageProps, 'site' | 'report'>) {
  return report ? <Island name="report" props={report} /> : <HelpLines site={site} />;
}
