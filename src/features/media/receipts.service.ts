import type { ReceiptStanding, ShownReceipt } from '../../shared/contracts/media.ts';
import { kindOfKey } from '../../shared/keys.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { confirmedSender } from '../events/mails-to-others.service.ts';
import { MediaModel } from './media.model.ts';

export interface ReceiptView {
  receipt: ShownReceipt;
  event: EventRecord;
  canChange: boolean;
  standing: ReceiptStanding;
  /** Until when a withdrawal can be undone; null if there is none. */
  undoUntil: string | null;
}

/** Whether a key is the receipt of a clip in this event that is still there. */
export async function isReceiptOf({ id: eventId }: Pick<EventRecord, 'id'>, receiptKey: string): Promise<boolean> {
  if (kindOfKey(receiptKey) !== 'receipt') return false;
  return (await MediaModel.exists({ receiptKey, eventId, deletedAt: null })) !== null;
}

/** Whether an event's contributors can get mail: only with an organiser's confirmed address. */
export async function canMailReceipts(event: EventRecord): Promise<boolean> {
  return (await confirmedSender(event)) !== null;
}
