import type { PaymentShow, StaffPayment, StuckRefund } from '../src/shared/contracts/staff-orders.ts';
import type { SavedFilter } from '../src/shared/desk-lists.ts';
import { date, money } from '../src/shared/format.ts';
import type { PageHead } from './layout/document.tsx';
import { type BouncedCard, BouncedCards } from './staff/bounced-cards.tsx';
import { CsvLink, DeskFilters } from './staff/desk-filters.tsx';
import { type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { DeskTable, foundWords, totalWords } from './staff/desk-table.tsx';
import { type DisputeLine, OpenDisputes } from './staff/open-disputes.tsx';
import { Pager } from './staff/pager.tsx';
import { PaymentState } from './staff/payment-state.tsx';
import { StuckRefunds } from './staff/stuck-refunds.tsx';
import { Banner } from './ui/notice.tsx';

/** A payment with what its list says about it. */
export type PaymentRow = StaffPayment & { title: string; buyer: string };

export interface StaffOrdersPageProps {
  frame: DeskFrame;
  payments: readonly PaymentRow[];
  /** Of payments of any kind. */
  disputes: readonly DisputeLine[];
  /** Refunds that need somebody. */
  stuck: readonly StuckRefund[];
  /** Gift cards whose email came back. */
  cards: readonly BouncedCard[];
  /** A refund was settled just now. */
  isSettled: boolean;
  total: number;
  q: string;
  show: PaymentShow;
  saved: readonly SavedFilter[];
  query: string;
  nextHref: string | null;
  isLater: boolean;
}

export function staffOrdersHead(): PageHead {
  return { ...deskHead('Orders'), sheet: 'desk' };
}

/** `/staff/orders`: all payments. Works without script. */
export function StaffOrdersPage(props: StaffOrdersPageProps) {
  const { frame, payments, disputes, stuck, cards, isSettled, total, q, show, saved, query, nextHref, isLater } = props;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/orders"
      title="Orders"
      live="orders"
      about={q ? foundWords(payments.length) : totalWords(total, 'payment')}
      aside={<CsvLink list="orders" query={query} />}
    >
      {isSettled && (
        <Banner tone="good" role="status">
          It’s off the list.
        </Banner>
      )}
      {disputes.length > 0 && <OpenDisputes disputes={disputes} />}
      {stuck.length > 0 && <StuckRefunds refunds={stuck} frame={frame} />}
      {cards.length > 0 && <BouncedCards cards={cards} now={frame.now} />}
      <DeskFilters
        list="orders"
        search={{ value: q, placeholder: 'Buyer, payment or VidDay id' }}
        choices={[
          {
            name: 'show',
            label: 'Which',
            value: show === 'all' ? '' : show,
            options: [
              { value: '', label: 'All payments' },
              { value: 'disputes', label: 'Open disputes' },
            ],
          },
        ]}
        saved={saved}
        query={query}
      />
      <DeskTable
        label="Payments"
        rows={payments}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/staff/orders/${id}`}
        empty={{ title: 'No payment', words: q ? 'No payment is like that.' : 'There is none in this list.' }}
        columns={[
          { label: 'VidDay', cell: ({ title }) => <bdi>{title}</bdi> },
          { label: 'Buyer', cell: ({ buyer }) => <bdi>{buyer}</bdi> },
          { label: 'State', cell: (payment) => <PaymentState payment={payment} /> },
          { label: 'Paid', isNumber: true, cell: ({ amount, currency }) => money(amount, { currency }) },
          { label: 'When', isNumber: true, isMinor: true, cell: ({ paidAt }) => date(paidAt, { style: 'short-year' }) },
        ]}
      />
      <Pager nextHref={nextHref} firstHref={isLater ? `/staff/orders?${query}` : null} />
    </DeskLayout>
  );
}
