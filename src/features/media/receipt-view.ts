import { isClosed } from '../events/event-facts.service.ts';
import { toReceipt } from './clip-steps.ts';
import { earnedCodeOf } from './earned-code.ts';
import { isTakenOut, isWithdrawn } from './media.model.ts';
import type { OwnMedia } from './own-clip.ts';
import type { ReceiptView } from './receipts.service.ts';
import { undoUntil } from './withdrawals.ts';

/** Status of the clip of a receipt. */
export async function viewReceipt({ media, event }: OwnMedia): Promise<ReceiptView> {
  return {
    receipt: {
      ...toReceipt(media, event),
      promoCode: media.status === 'ready' ? await earnedCodeOf(media, event) : null,
    },
    event,
    canChange: !isClosed(event),
    standing: standingOf(media),
    undoUntil: undoUntil(media)?.toISOString() ?? null,
  };
}

function standingOf(media: OwnMedia['media']): ReceiptView['standing'] {
  if (isWithdrawn(media)) return 'withdrawn';
  if (isTakenOut(media)) return 'takenOut';
  return media.deletedAt === null ? 'in' : 'leftOut';
}
