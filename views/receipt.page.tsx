import type { ReceiptStanding, ShownReceipt } from '../src/shared/contracts/media.ts';
import { Island } from './base/island.tsx';
import { PAYMENT_PAGES, type PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Extras, type ExtrasProps } from './presents/extras.tsx';
import { ThanksReceived, type ThanksReceivedProps } from './thanks-received.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Banner } from './ui/notice.tsx';

export interface ReceiptPageProps {
  site: SiteProps;
  receipt: ShownReceipt;
  eventUrl: string;
  recipientNames: string[];
  /** Until clips are closed. */
  canChange: boolean;
  /** Whether the link can be sent by mail. */
  canMail: boolean;
  /** Whether the clip is in the film, withdrawn, or left out by the organiser. */
  standing: ReceiptStanding;
  /** Until when a withdrawal can be undone; null if there is none. */
  undoUntil: string | null;
  thanks: ThanksReceivedProps;
  /** Once the gift was given; null before, and without one. */
  guestbookHref: string | null;
  /** How long a withdrawal can be undone, in milliseconds. */
  undoFor: number;
  /** What can be added beside the clip; null for nothing. */
  extras: ExtrasProps | null;
}

export function receiptHead(occasion: string): PageHead {
  return {
    title: 'Your clip: VidDay',
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'receipt',
    occasion,
    formOrigins: PAYMENT_PAGES,
  };
}

/** A contributor's clip: watch, replace or withdraw it. */
export function ReceiptPage({ site, thanks, guestbookHref, extras, ...props }: ReceiptPageProps) {
  return (
    <Layout site={site} announces="guests" mainClass="l-page receipt">
      <noscript>
        <Banner tone="warn" title="This page needs JavaScript">
          You can watch your clip without it. To withdraw it, allow JavaScript for this page.
        </Banner>
      </noscript>
      <ThanksReceived {...thanks} />
      {guestbookHref && (
        <p>
          <ButtonLink kind="second" size="small" icon="pen" href={guestbookHref}>
            Sign the guestbook
          </ButtonLink>
        </p>
      )}
      <Island name="receipt" when="load" props={{ ...props, isQuiet: thanks.isQuiet }} />
      {extras && <Extras {...extras} />}
    </Layout>
  );
}
