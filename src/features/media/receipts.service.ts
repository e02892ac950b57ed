import type { ReceiptStanding, ShownReceipt } from '../../shared/contracts/media.ts';
import { kindOfKey } from '../../shared/keys.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { confirmedSender } from '../events/mails-to-others.service.ts';
import { latestOfReceipt } from './latest-clip.ts';

export interface ReceiptView {
  receipt: ShownReceipt;
  event: EventRecord;
  canChange: boolean;
  standing: ReceiptStanding;
  /** Until when a withdrawal can be undone; null if there is none. */
  undoUntil: string | null;
}

/** Whether a key is the receipt of a clip in this event that is still there, or was replaced by such a one. */
export async function isReceiptOf({ id }: Pick<EventRecord, 'id'>, receiptKey: string): Promise<boolean> {
  if (kindOfKey(receiptKey) !== 'receipt') return false;
  const media = await latestOfReceipt(receiptKey);
  return media !== null && String(media.eventId) === id && media.deletedAt === null;
}

/** Whether an event's contributors can get mail: only with an organiser's confirmed address. */
export async function canMailReceipts(event: EventRecord): Promise<boolean> {
  return (await confirmedSender(event)) !== null;
}
