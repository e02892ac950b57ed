import type { MailTemplate } from '../../../shared/mails.ts';
import { accountSuspendedMail } from './account-suspended.mail.tsx';
import { archiveSoonMail } from './archive-soon.mail.tsx';
import { broadcastMail } from './broadcast.mail.tsx';
import { changeEmailNewMail } from './change-email-new.mail.tsx';
import { changeEmailOldMail } from './change-email-old.mail.tsx';
import { chatAnswerMail } from './chat-answer.mail.tsx';
import { chatWaitingMail } from './chat-waiting.mail.tsx';
import { clipsArrivedMail } from './clips-arrived.mail.tsx';
import { deadlineNearMail } from './deadline-near.mail.tsx';
import { deletionMail } from './deletion.mail.tsx';
import { emailChangedMail } from './email-changed.mail.tsx';
import { eventTransferredMail } from './event-transferred.mail.tsx';
import { filmFailedMail } from './film-failed.mail.tsx';
import { filmReadyMail } from './film-ready.mail.tsx';
import { giftMail } from './gift.mail.tsx';
import { giftWaitsMail } from './gift-waits.mail.tsx';
import { invitationMail } from './invitation.mail.tsx';
import { keepsakeReadyMail } from './keepsake-ready.mail.tsx';
import type { Mail } from './mail.ts';
import { membershipMail } from './membership.mail.tsx';
import { newDeviceMail } from './new-device.mail.tsx';
import { newsMail } from './news.mail.tsx';
import { notReachedMail } from './not-reached.mail.tsx';
import { orderReceiptMail } from './order-receipt.mail.tsx';
import { organisingMail } from './organising.mail.tsx';
import { parcelMail } from './parcel.mail.tsx';
import { passwordChangedMail } from './password-changed.mail.tsx';
import { paymentNoteMail } from './payment-note.mail.tsx';
import { presentNoteMail } from './present-note.mail.tsx';
import { receiptMail } from './receipt.mail.tsx';
import { recipientVisitMail } from './recipient-visit.mail.tsx';
import { resetMail } from './reset.mail.tsx';
import { secondFactorChangedMail } from './second-factor-changed.mail.tsx';
import { signInLinkMail } from './sign-in-link.mail.tsx';
import { suspensionMail } from './suspension.mail.tsx';
import { thankPromptMail } from './thank-prompt.mail.tsx';
import { thankedMail } from './thanked.mail.tsx';
import { thanksMail } from './thanks.mail.tsx';
import { verifyMail } from './verify.mail.tsx';

/** All mails by their name in `src/shared/mails.ts`. */
export const MAILS: { readonly [T in MailTemplate]: Mail<T> } = {
  gift: giftMail,
  'gift-waits': giftWaitsMail,
  'thank-prompt': thankPromptMail,
  'keepsake-ready': keepsakeReadyMail,
  invitation: invitationMail,
  organising: organisingMail,
  'recipient-visit': recipientVisitMail,
  'film-ready': filmReadyMail,
  'film-failed': filmFailedMail,
  'not-reached': notReachedMail,
  'payment-note': paymentNoteMail,
  'order-receipt': orderReceiptMail,
  'present-note': presentNoteMail,
  parcel: parcelMail,
  membership: membershipMail,
  'clips-arrived': clipsArrivedMail,
  'deadline-near': deadlineNearMail,
  'archive-soon': archiveSoonMail,
  receipt: receiptMail,
  thanks: thanksMail,
  thanked: thankedMail,
  suspension: suspensionMail,
  'event-transferred': eventTransferredMail,
  'account-suspended': accountSuspendedMail,
  news: newsMail,
  broadcast: broadcastMail,
  verify: verifyMail,
  reset: resetMail,
  'change-email-old': changeEmailOldMail,
  'change-email-new': changeEmailNewMail,
  'email-changed': emailChangedMail,
  'password-changed': passwordChangedMail,
  'new-device': newDeviceMail,
  'sign-in-link': signInLinkMail,
  deletion: deletionMail,
  'second-factor-changed': secondFactorChangedMail,
  'chat-answer': chatAnswerMail,
  'chat-waiting': chatWaitingMail,
};
