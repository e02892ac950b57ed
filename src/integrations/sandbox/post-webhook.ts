import { type IncomingMessage, request } from 'node:http';
import { request as requestByTls } from 'node:https';

interface WebhookPost {
  /** Origin of the app, for whose host the message is; a local `url` is only the way there. */
  appOrigin: string;
  headers: Record<string, string>;
  body: string;
}

/** Posts as a vendor would, who knows the public address only. Answers the status. */
export function postWebhook(url: string, { appOrigin, headers, body }: WebhookPost): Promise<number> {
  return new Promise((resolve, reject) => {
    // `fetch` can’t set the host.
    const options = { method: 'POST', headers: { ...headers, host: new URL(appOrigin).host } };
    const onAnswer = (answer: IncomingMessage) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    };
    const sent = url.startsWith('https:') ? requestByTls(url, options, onAnswer) : request(url, options, onAnswer);
    sent.on('error', reject);
    sent.end(body);
  });
}
