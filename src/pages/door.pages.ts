import { type AskedFor, AskLinkPage, askLinkHead, MailSentPage } from '../../views/door/ask-link.page.tsx';
import { SecondStepPage, secondStepHead } from '../../views/door/second-step.page.tsx';
import { owesSecondStep } from '../features/sessions/first-step.service.ts';
import { shownCode } from '../features/sign-in/sign-in-link-browser.service.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { type Asked, nextOf, textOf } from './account-asked.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** Pages that request a mailed link, and the second step of sign-in. */
export const doorPages: readonly PageRoute[] = [
  asking('/auth/forgot-password', 'reset'),
  asking('/auth/sign-in-link', 'sign-in-link'),
  pageRoute('/auth/second-step', anyone, ({ req, viewer, query }) => {
    const next = nextOf(query);
    if (!owesSecondStep(req))
      return { redirect: next ? `/auth/login?next=${encodeURIComponent(next)}` : '/auth/login' };
    return secondStepPage({ viewer, req, values: query });
  }),
];

function asking(path: string, asks: AskedFor): PageRoute {
  return pageRoute(path, anyone, ({ viewer, req, query }) => {
    if (query.sent === undefined) return askLinkPage(asks, { viewer, req, values: query });
    const code = asks === 'sign-in-link' ? shownCode(req) : null;
    const props = { site: siteOf(viewer), asks, next: nextOf(query), code };
    return page({ view: MailSentPage, props, head: askLinkHead(asks) });
  });
}

export function askLinkPage(asks: AskedFor, { viewer, values, error }: Asked): AnyPage {
  const props = {
    site: siteOf(viewer),
    asks,
    next: nextOf(values),
    email: error ? textOf(values.email) : (viewer?.user?.email ?? ''),
    error: error && !error.fields ? error.message : null,
    fields: error?.fields ?? {},
  };
  return page({ view: AskLinkPage, props, head: askLinkHead(asks), ...(error && { status: error.status }) });
}

export function secondStepPage({ viewer, values, error }: Asked): AnyPage {
  const props = {
    site: siteOf(viewer),
    next: nextOf(values),
    error: error ? (error.fields?.code ?? error.message) : null,
    wasRecovery: values.kind === 'recovery',
  };
  return page({ view: SecondStepPage, props, head: secondStepHead(), ...(error && { status: error.status }) });
}
