import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';
import { NOTIFICATION_NAMES, type Notification } from '../../shared/notifications.ts';
import { chooseMail, wantsMail } from '../accounts/mail/mail-choices.service.ts';

const PURPOSE = 'mail-stop';
/** The page, and what a mail program's own button posts to. */
export const STOP_PATH = '/mail/unsubscribe/:token';

/** Where whoever holds a mail of this kind can stop it, without signing in. The link opens nothing else and tells nobody the address. */
export function stopUrl(email: string, kind: Notification): string {
  const { appOrigin, sessionSecret } = platform().config;
  return `${appOrigin}${STOP_PATH.replace(':token', seal(sessionSecret, PURPOSE, `${kind}\n${email}`))}`;
}

/** Which mails a link is about, and whether they still come. NOT_FOUND for one that we did not make. */
export async function readStop(token: string): Promise<{ kind: Notification; isWanted: boolean }> {
  const { kind, email } = opened(token);
  return { kind, isWanted: await wantsMail(email, kind) };
}

/** Stops the mails that a link is about, or lets them come again. NOT_FOUND for a link that we did not make. */
export async function chooseByLink(token: string, isWanted: boolean): Promise<void> {
  const { kind, email } = opened(token);
  await chooseMail(email, kind, isWanted);
}

function opened(token: string): { kind: Notification; email: string } {
  const text = token.length < 800 ? unseal(platform().config.sessionSecret, PURPOSE, token) : null;
  const [name, email] = (text ?? '').split('\n');
  const kind = NOTIFICATION_NAMES.find((each) => each === name);
  if (!kind || !email) {
    throw new AppError('NOT_FOUND', {
      message:
        'This link is not complete. Please open it from the mail once more, or choose your mails in your account.',
    });
  }
  return { kind, email };
}
