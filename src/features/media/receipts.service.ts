import type { ReceiptStanding, ShownReceipt } from '../../shared/contracts/media.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { confirmedSender } from '../events/mails-to-others.service.ts';

export interface ReceiptView {
  receipt: ShownReceipt;
  event: EventRecord;
  canChange: boolean;
  standing: ReceiptStanding;
  /** Until when a withdrawal can be undone; null if there is none. */
  undoUntil: string | null;
}

/** Whether an event's contributors can get mail: only with an organiser's confirmed address. */
export async function canMailReceipts(event: EventRecord): Promise<boolean> {
  return (await confirmedSender(event)) !== null;
}
