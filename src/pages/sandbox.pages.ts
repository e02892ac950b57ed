import * as z from 'zod';
import {
  CardPage,
  OutboxPage,
  PAY_STEPS,
  PayPage,
  sandboxHead,
  TextsOutboxPage,
  WorkshopPage,
} from '../../views/sandbox.page.tsx';
import type { SandboxPayment, StripeSandbox } from '../integrations/sandbox/stripe.ts';
import type { Workshop } from '../integrations/sandbox/workshop.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/db.ts';
import { AppError } from '../platform/errors.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { type Form, ownForm, type RefusedForm } from '../platform/http/forms.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type Pages, page } from './render-page.tsx';
import { memberForms, memberPages } from './sandbox-member.pages.ts';
import { siteOf } from './site.ts';

interface SandboxVendors {
  payments: StripeSandbox | null;
  workshop: Workshop | null;
}

/**
 * Pages of the sandboxes for vendors without keys; each is marked as such. `guardSandboxes` runs before all of them.
 */
export function sandboxPages({ payments, workshop }: SandboxVendors, config: Config, database: Database): PageRoute[] {
  const pages: PageRoute[] = [];
  if (payments) {
    pages.push(
      ...memberPages(payments.members),
      pageRoute('/sandbox/pay/:id', anyone, async ({ params, query, viewer }) => {
        const payment = await requirePayment(payments, params.id ?? '');
        const { id, name, amount, cancelUrl, status } = payment;
        const step = PAY_STEPS.find((each) => each === query.step) ?? 'card';
        const props = { site: siteOf(viewer), id, name, amount, cancelUrl, status, step };
        return page({ view: PayPage, props, head: sandboxHead('Payment') });
      }),
    );
  }
  if (config.smtpUrl === null && config.env !== 'production') {
    pages.push(
      pageRoute('/sandbox/mail', anyone, async ({ viewer }) => {
        const { listSandboxMails } = await import('../integrations/sandbox/smtp-outbox.ts');
        const mails = (await listSandboxMails(database, { limit: 50 })).map(({ receivedAt, ...mail }) => ({
          id: mail.id,
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          receivedAt: receivedAt.toISOString(),
        }));
        return page({ view: OutboxPage, props: { site: siteOf(viewer), mails }, head: sandboxHead('Outbox') });
      }),
    );
  }
  if (config.tremendous === null) {
    pages.push(
      pageRoute('/sandbox/card/:id', anyone, async ({ params, viewer }) => {
        const { findSandboxCard } = await import('../integrations/sandbox/tremendous.ts');
        const card = await findSandboxCard(params.id ?? '');
        if (!card) throw new AppError('NOT_FOUND', { message: 'There is no such card.' });
        return page({ view: CardPage, props: { site: siteOf(viewer), ...card }, head: sandboxHead('A play card') });
      }),
    );
  }
  if (config.twilio === null && config.env !== 'production') {
    pages.push(
      pageRoute('/sandbox/texts', anyone, async ({ viewer }) => {
        const { listSandboxTexts } = await import('../integrations/sandbox/twilio-outbox.ts');
        const texts = (await listSandboxTexts(database, 50)).map(({ sid, to, body, createdAt }) => ({
          id: sid,
          to,
          text: body,
          receivedAt: createdAt.toISOString(),
        }));
        return page({ view: TextsOutboxPage, props: { site: siteOf(viewer), texts }, head: sandboxHead('Texts') });
      }),
    );
  }
  if (workshop) {
    pages.push(
      pageRoute('/sandbox/workshop', anyone, async ({ viewer }) => {
        const orders = (await workshop.list(50)).map(({ _id: id, maker, product, quantity, to, status }) => ({
          ...{ id, maker, product, quantity, to, status },
        }));
        return page({ view: WorkshopPage, props: { site: siteOf(viewer), orders }, head: sandboxHead('Workshop') });
      }),
    );
  }
  return pages;
}

/** The payment button of the sandbox, and the steps of its workshop. */
export function sandboxForms(pages: Pages, { payments, workshop }: SandboxVendors): Form[] {
  const failed = async ({ req, res, viewer, error }: RefusedForm) => {
    const { ErrorPage, errorHead } = await import('../../views/error.page.tsx');
    const props = { status: error.status, message: error.message };
    const head = errorHead(props);
    const shown = page({ view: ErrorPage, props: { site: siteOf(viewer), ...props }, head, status: error.status });
    return sendPage(pages, req, res, shown);
  };
  const steps = ownForm({
    path: '/sandbox/workshop/:id',
    access: anyone,
    body: z.object({ status: z.enum(['inProduction', 'shipped', 'delivered', 'failed']) }),
    async run({ params, body }) {
      if (!(await workshop?.move(params.id ?? '', body.status))) throw noSuchOrder();
      return '/sandbox/workshop';
    },
    failed,
  });
  if (!payments) return workshop ? [steps] : [];
  return [
    ...(workshop ? [steps] : []),
    ownForm({
      path: '/sandbox/pay/:id',
      access: anyone,
      body: z.object({ card: z.enum(['good', 'secure', 'declined', 'late']).default('good') }),
      async run({ params, body }) {
        const id = params.id ?? '';
        const here = `/sandbox/pay/${encodeURIComponent(id)}`;
        if (body.card === 'secure') return `${here}?step=secure`;
        if (body.card === 'declined' && (await payments.decline(id))) return `${here}?step=declined`;
        const goOn = body.card === 'late' ? await payments.expire(id) : await payments.pay(id);
        if (!goOn) throw noSuchPayment();
        const { pathname, search } = new URL(goOn);
        return pathname + search;
      },
      failed,
    }),
    ...memberForms(payments.members, failed),
  ];
}

async function requirePayment(payments: StripeSandbox, id: string): Promise<SandboxPayment> {
  const payment = /^cs_test_[0-9a-f]{48}$/.test(id) ? await payments.find(id) : null;
  if (!payment) throw noSuchPayment();
  return payment;
}

function noSuchOrder(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such order.' });
}

function noSuchPayment(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such payment.' });
}
