import { nudgeRecipients, testDelivery } from '../../src/shared/contracts/deliveries.ts';
import { api } from '../runtime/api.ts';
import type { Studio } from './use-studio.ts';
import type { Problem } from './use-studio-data.ts';

/** Sends the makers the mail that the recipients will get. */
export async function sendTest({ event, run, show }: Studio, message: string, onFail: (problem: Problem) => void) {
  const params = { id: event.id };
  const sent = await run(() => api.call(testDelivery, { params, body: { message } }), onFail);
  if (sent) show({ text: `It’s on its way to ${sent.to}.` });
}

/** Reminds recipients of a gift that they have not opened. */
export async function nudge({ event, run, setEvent }: Studio) {
  const nudged = await run(() => api.call(nudgeRecipients, { params: { id: event.id } }));
  if (nudged) setEvent(nudged);
}
