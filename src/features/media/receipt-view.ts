import { isClosed } from '../events/event-facts.service.ts';
import { toReceipt } from './clip-steps.ts';
import { isWithdrawn } from './media.model.ts';
import type { OwnMedia } from './own-clip.ts';
import type { ReceiptView } from './receipts.service.ts';
import { undoUntil } from './withdrawals.ts';

/** Status of the clip of a receipt. */
export function viewReceipt({ media, event }: OwnMedia): ReceiptView {
  const standing = media.deletedAt === null ? 'in' : isWithdrawn(media) ? 'withdrawn' : 'leftOut';
  return {
    receipt: toReceipt(media, event),
    event,
    canChange: !isClosed(event),
    standing,
    undoUntil: undoUntil(media)?.toISOString() ?? null,
  };
}
