import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { mailSendJob } from '../../shared/jobs.ts';
import { SentMailModel } from './mail.model.ts';
import { writeMail } from './mail-templates.ts';

/**
 * Does `mail.send`. A mail that is on record as handed over is not sent again; between handing over and writing that down
 * a crash may repeat one, which the receiving side can tell by its `Message-ID`.
 */
export function handleMailJobs(queue: Queue, mailer: Mailer, log: Log): void {
  queue.handle(mailSendJob, async ({ key, to, template, values }) => {
    if (await SentMailModel.exists({ _id: key })) return;
    try {
      await mailer.send({ to, key, ...writeMail(template, values) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'FIELDS_REFUSED') throw error;
      // The address doesn't exist or takes no mail: trying again would not help.
      log.warn({ err: error, template }, 'a mail was refused for good');
      return;
    }
    await SentMailModel.create({ _id: key, template, sentAt: new Date() }).catch((error) => {
      if (!isDuplicateKey(error)) throw error;
    });
  });
}
