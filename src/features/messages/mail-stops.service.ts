import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';
import { CAUSED_BY_OTHERS, NOTIFICATION_NAMES, type Notification } from '../../shared/notifications.ts';
import { chooseSender, takesSender } from '../mail-preferences/mail-stops.service.ts';
import { chooseMail, wantsMail } from '../profiles/mail-choices.service.ts';

const PURPOSE = 'mail-stop';
/** Unsubscribe page, and target of mail programs' buttons. */
export const STOP_PATH = '/mail/unsubscribe/:token';

export interface Stop {
  kind: Notification;
  email: string;
  /** User who caused the mail; absent for mails about the reader's own actions. */
  sender: string | undefined;
}

/**
 * Unsubscribe URL for mails of this kind, without sign-in. It gives no other access and does not contain the address in
 * clear text.
 */
export function stopUrl(email: string, kind: Notification, sender?: string): string {
  const { appOrigin, sessionSecret } = platform().config;
  const text = [kind, email, ...(sender ? [sender] : [])].join('\n');
  return `${appOrigin}${STOP_PATH.replace(':token', seal(sessionSecret, PURPOSE, text))}`;
}

/**
 * The kind of mail of a link, and whether it is wanted. `fromSender`: the same for the user who caused the mail; null
 * if nobody else did.
 */
export async function readStop({
  kind,
  email,
  sender,
}: Stop): Promise<{ kind: Notification; isWanted: boolean; fromSender: boolean | null }> {
  const fromSender = sender ? await takesSender(email, sender) : null;
  return { kind, isWanted: await wantsMail(email, kind), fromSender };
}

/** Access by a link from one of our mails. NOT_FOUND for others. */
export const stopLink: AccessRule<'mail-link', { params: { token?: string } }, { stop: Stop }> = {
  word: 'mail-link',
  load: ({ params }) => ({ stop: opened(params.token ?? '') }),
};

/** Unsubscribes or subscribes again: all mails of a kind, or only those caused by the sender. */
export async function chooseByLink(
  { kind, email, sender }: Stop,
  { isWanted, onlySender }: { isWanted: boolean; onlySender: boolean },
): Promise<void> {
  if (!sender) return chooseMail(email, kind, isWanted);
  if (onlySender || isWanted) await chooseSender(email, sender, isWanted);
  if (onlySender) return;
  for (const each of CAUSED_BY_OTHERS) await chooseMail(email, each, isWanted);
}

function opened(token: string): Stop {
  const text = token.length < 800 ? unseal(platform().config.sessionSecret, PURPOSE, token) : null;
  const [name, email, sender] = (text ?? '').split('\n');
  const kind = NOTIFICATION_NAMES.find((each) => each === name);
  if (!kind || !email) {
    throw new AppError('NOT_FOUND', {
      message: 'This link is not complete. Please open it from the email again, or choose your emails in your account.',
    });
  }
  return { kind, email, sender };
}
