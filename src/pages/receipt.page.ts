import * as z from 'zod';
import type { ExtrasProps } from '../../views/presents/extras.tsx';
import { ReceiptPage, receiptHead } from '../../views/receipt.page.tsx';
import { hasOpenGuestbook } from '../features/guestbook/guestbook.access.ts';
import { receiptPage } from '../features/media/receipt-page.access.ts';
import { canMailReceipts } from '../features/media/receipts.service.ts';
import { contributeToPoolAction, contributeTreesAction } from '../features/presents/presents.routes.ts';
import { takesMoney, takesTrees } from '../features/presents/takes-presents.service.ts';
import { thanksForClip } from '../features/thanks/thanks.service.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { platform } from '../platform/platform.ts';
import { hostOf } from '../shared/byline.ts';
import { listNames } from '../shared/format.ts';
import { dollarsToCents } from '../shared/forms/dollars.ts';
import { WITHDRAWAL_UNDO } from '../shared/limits.ts';
import { OCCASIONS } from '../shared/occasions.ts';
import { POOL_AMOUNTS } from '../shared/presents.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

const PATH = '/e/:ref/receipt/:key';

/** A contributor’s own clip, and what they can add beside it. */
export const receiptPages: readonly PageRoute[] = [
  pageRoute(PATH, receiptPage, (context) =>
    shownReceipt(context, context.viewer, { gave: context.query.gave !== undefined }),
  ),
];

type View = Awaited<ReturnType<typeof receiptPage.load>>;

interface Said {
  gave?: boolean;
  pool?: Pick<NonNullable<ExtrasProps['pool']>, 'values' | 'errors'>;
  trees?: { quantity: string; error: string | null };
}

async function shownReceipt({ view }: View, viewer: Viewer, said: Said): Promise<AnyPage> {
  const { receipt, event, canChange, standing, undoUntil } = view;
  const recipientNames = event.recipients.map((each) => each.firstName);
  return page({
    view: ReceiptPage,
    props: {
      site: siteOf(viewer),
      receipt,
      eventUrl: `/e/${event.uuid}`,
      recipientNames,
      canChange,
      canMail: await canMailReceipts(event),
      standing,
      undoUntil,
      thanks: {
        thanks: await thanksForClip(receipt.media.eventId, receipt.media.id),
        from: recipientNames,
        isQuiet: OCCASIONS[event.occasion].tone === 'quiet',
        isOwn: true,
      },
      undoFor: WITHDRAWAL_UNDO,
      guestbookHref:
        event.deliveredAt && hasOpenGuestbook(event)
          ? `/e/${event.uuid}/guestbook?receipt=${receipt.receiptKey}`
          : null,
      extras: await extrasOf(view, said),
    },
    head: receiptHead(event.occasion),
  });
}

/** Nothing before the clip is in, or once it is taken back. */
async function extrasOf({ receipt, event, standing }: View['view'], said: Said): Promise<ExtrasProps | null> {
  if (standing !== 'in' || receipt.media.status === 'failed') return null;
  const [hasPool, hasTrees] = [await takesMoney(event), takesTrees(event)];
  if (!hasPool && !hasTrees) return null;
  const here = `/e/${event.uuid}/receipt/${receipt.receiptKey}`;
  const { name, email } = receipt.media.contributor;
  const first = { other: '', name, email: email ?? '', message: '', anonymous: false, amount: String(POOL_AMOUNTS[1]) };
  const names = listNames(
    event.recipients.map(({ firstName }) => firstName),
    'them',
  );
  const isMemorial = event.occasion === 'memorial';
  return {
    names,
    hasSeveral: event.recipients.length > 1,
    host: hostOf(event),
    gave: said.gave === true,
    isQuiet: OCCASIONS[event.occasion].tone === 'quiet',
    isMemorial,
    pool: hasPool
      ? {
          action: `${here}/pool`,
          names: isMemorial ? null : names,
          fee: platform().config.cardFee,
          values: said.pool?.values ?? first,
          errors: said.pool?.errors ?? {},
        }
      : null,
    trees: hasTrees
      ? {
          action: `${here}/trees`,
          planted: event.trees,
          name,
          quantity: said.trees?.quantity ?? '5',
          error: said.trees?.error ?? null,
        }
      : null,
  };
}

const words = z.string().max(2000).default('');
const poolForm = z.object({
  amount: words,
  other: words,
  name: words,
  email: words,
  message: words,
  anonymous: z.enum(['yes', '']).default(''),
});
const treeForm = z.object({ quantity: words, name: words });

/** Money and trees without script: on to the payment page, or the form again. */
export function receiptForms(pages: Pages): Form[] {
  return [
    form(contributeToPoolAction, {
      path: `${PATH}/pool`,
      body: poolForm,
      input: ({ params: { ref = '', key = '' }, body: { amount, other, name, email, message, anonymous } }) => ({
        body: {
          event: ref,
          receipt: key,
          // What is no amount becomes one that is refused.
          amount: (amount === 'other' ? dollarsToCents(other) : Number(amount)) || 0,
          contributor: { name, ...(email.trim() && { email }) },
          ...(message && { message }),
          anonymous: anonymous === 'yes',
        },
      }),
      done: ({ data }) => data.checkoutUrl,
      failed: again(({ error, values }) => {
        const { anonymous, ...typed } = poolForm.parse(values);
        return { pool: { values: { ...typed, anonymous: anonymous === 'yes' }, errors: errorsOf(error) } };
      }),
    }),
    form(contributeTreesAction, {
      path: `${PATH}/trees`,
      body: treeForm,
      input: ({ params: { ref = '', key = '' }, body: { quantity, name } }) => ({
        body: { event: ref, receipt: key, quantity: Number(quantity) || 0, contributor: { name } },
      }),
      done: ({ data }) => data.checkoutUrl,
      failed: again(({ error, values }) => {
        const { quantity } = treeForm.parse(values);
        return { trees: { quantity, error: error.fields?.quantity ?? error.message } };
      }),
    }),
  ];

  function again(said: (refused: RefusedForm) => Said): (refused: RefusedForm) => Promise<void> {
    return async (refused) => {
      const { error, viewer, req, res } = refused;
      const { ref, key } = req.params;
      if (!viewer || typeof ref !== 'string' || typeof key !== 'string') throw error;
      const seen = await receiptPage.load({ params: { ref, key }, viewer });
      const shown = await shownReceipt(seen, viewer, said(refused));
      await sendPage(pages, req, res, { ...shown, status: error.status });
    };
  }
}

function errorsOf({ fields, message }: RefusedForm['error']): NonNullable<Said['pool']>['errors'] {
  if (!fields) return { form: message };
  const { 'contributor.name': name, 'contributor.email': email, ...rest } = fields;
  return { ...rest, ...(name && { name }), ...(email && { email }) };
}
