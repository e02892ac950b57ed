import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { noSuchEvent, refersTo } from '../events/events.access.ts';
import { requireLatest } from './own-clip.ts';
import { viewReceipt } from './receipt-view.ts';
import type { ReceiptView } from './receipts.service.ts';

interface ReceiptAddress {
  params: { ref?: string; key?: string };
  viewer: Viewer;
}

/** Holders of the receipt key in a page's URL, next to the clip's event. */
export const receiptPage: AccessRule<'receipt.read', ReceiptAddress, { view: ReceiptView }> = {
  word: 'receipt.read',
  async load({ params: { ref = '', key = '' }, viewer }) {
    const own = await requireLatest(key);
    if (!refersTo(own.event, ref, viewer)) throw noSuchEvent();
    return { view: await viewReceipt(own) };
  },
};
