import { messageOf } from './errors.ts';
import { platform } from './platform.ts';

/**
 * Does one of several things of which none may stop the others. Answers why it failed, in words; null where it did not.
 * @param what for the log
 */
export async function onItsOwn(what: string, work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    platform().log.error({ err: error, what }, 'one of several things failed');
    return `${what}: ${messageOf(error)}`;
  }
}
