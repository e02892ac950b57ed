import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ChatLinkPage, chatLinkHead } from '../../views/chat-link.page.tsx';
import { ContactPage, contactHead } from '../../views/contact.page.tsx';
import { MessagePage, messageHead } from '../../views/message.page.tsx';
import { chatOfLink, sendForm, sendLinked } from '../features/support/chat.service.ts';
import { type LinkedChat, linkedChat } from '../features/support/chat-link.access.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { type Form, ownForm } from '../platform/http/forms.ts';
import { pathParams } from '../platform/http/path-params.ts';
import { platform } from '../platform/platform.ts';
import { CHAT } from '../shared/chat.ts';
import { chatMessageBody, chatText } from '../shared/contracts/chat.ts';
import { emailAddress } from '../shared/contracts/common.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

const CONTACT = '/help/contact';
const LINK = '/chat/token/:token';

export const chatPages: readonly PageRoute[] = [
  // An invalid token shows an explanation and the contact address.
  pageRoute(LINK, linkedChat, ({ linked, viewer }) => linkPage(linked, viewer)),
];

/** The visitor's chat without script. */
export function chatForms(pages: Pages): Form[] {
  return [
    ownForm({
      path: CONTACT,
      access: anyone,
      body: z.object({ email: emailAddress, text: chatText }),
      async run({ body, viewer, req }) {
        await sendForm({ viewer, token: null }, { ...body, userAgent: req.headers['user-agent'] });
        return `${CONTACT}?sent=1`;
      },
      failed({ error, values, viewer, req, res }) {
        const props = {
          site: siteOf(viewer),
          values: { email: textOf(values.email), text: textOf(values.text) },
          error: error.fields ? null : error.message,
          fields: error.fields ?? {},
          textMax: CHAT.textMax,
        };
        const head = contactHead(platform().config.appOrigin);
        return sendPage(pages, req, res, page({ view: ContactPage, props, head, status: error.status }));
      },
    }),
    ownForm({
      path: LINK,
      access: linkedChat,
      body: chatMessageBody,
      async run({ body, params, linked, req }) {
        await sendLinked(linked, { ...body, userAgent: req.headers['user-agent'] });
        return `/chat/token/${encodeURIComponent(params.token ?? '')}`;
      },
      async failed({ error, viewer, req, res }) {
        const words = error.fields?.text ?? error.message;
        // Refused before the session was loaded, for example by the rate limiter: show the error page.
        if (!viewer) throw error;
        const { linked } = await linkedChat.load({ viewer, params: pathParams(req) });
        const shown = await linkPage(linked, viewer, words);
        await sendPage(pages, req, res, { ...shown, status: error.status });
      },
    }),
  ];
}

async function linkPage(linked: LinkedChat | null, viewer: Viewer, error: string | null = null): Promise<AnyPage> {
  if (!linked) return linkOver(viewer);
  const { token } = linked.visitor;
  const props = { site: siteOf(viewer), token, clientId: randomUUID(), ...(await chatOfLink(linked)), error };
  return page({ view: ChatLinkPage, props, head: chatLinkHead() });
}

/** Expired and invalid links look the same. */
function linkOver(viewer: Viewer): AnyPage {
  const title = 'This link has expired';
  const props = {
    site: siteOf(viewer),
    title,
    text: 'Links in our emails work for 30 days, and this one is older. Write to us again: we’re glad to help.',
    action: { href: CONTACT, label: 'Write to us' },
  };
  return page({ view: MessagePage, props, head: messageHead(title), status: 410 });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
