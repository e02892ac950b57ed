import type { Receipt, ReceiptStanding } from '../../shared/contracts/media.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { confirmedSender } from '../events/mails-to-others.service.ts';

export interface ReceiptView {
  receipt: Receipt;
  event: EventRecord;
  canChange: boolean;
  standing: ReceiptStanding;
  /** Until when a withdrawal can be undone; null where there is nothing to undo. */
  undoUntil: string | null;
}

/** Whether contributors of an event can be mailed at all: only an organiser with a confirmed address causes mail. */
export async function canMailReceipts(event: EventRecord): Promise<boolean> {
  return (await confirmedSender(event)) !== null;
}
