import type { Receipt, ReceiptStanding } from '../../shared/contracts/media.ts';
import { isClosed } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { toReceipt } from './clip-steps.ts';
import type { OwnMedia } from './media.access.ts';
import { isWithdrawn } from './media.model.ts';
import { undoUntil } from './withdrawals.ts';

export interface ReceiptView {
  receipt: Receipt;
  event: EventRecord;
  canChange: boolean;
  standing: ReceiptStanding;
  /** Until when a withdrawal can be undone; null where there is nothing to undo. */
  undoUntil: string | null;
}

/** What became of the clip behind a receipt key. */
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
