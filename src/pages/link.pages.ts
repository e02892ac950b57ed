import { LogInToConfirmPage } from '../../views/door/activate.page.tsx';
import { LinkPage, type LinkPurpose, linkHead, StoppedPage } from '../../views/door/link.page.tsx';
import { LinkElsewherePage } from '../../views/door/link-elsewhere.page.tsx';
import { ResetPage } from '../../views/door/reset.page.tsx';
import { viewActivation } from '../features/addresses/activation.service.ts';
import { type LinkFacts, readLink } from '../features/sign-in/mailed-link.service.ts';
import { AppError } from '../platform/errors.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { isKeyOf, keysOf } from '../shared/known-values.ts';
import type { Viewer } from '../shared/viewer.ts';
import type { Asked } from './account-asked.ts';
import { DONE, type Done, stoppedWords } from './link-words.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** Paths of mailed links by purpose. */
const PATHS: Record<LinkPurpose, string> = {
  activate: '/auth/activate',
  reset: '/auth/reset-password',
  'change-email': '/auth/change-email',
  'sign-in-link': '/auth/sign-in-link',
  'keep-account': '/auth/keep-account',
};

/** Pages with a button that performs the action, because scanners open every link; and their results. */
export const linkPages: readonly PageRoute[] = [
  ...keysOf(PATHS).map((purpose) =>
    pageRoute(`${PATHS[purpose]}/:token`, anyone, ({ params, viewer, req }) =>
      linkPage(purpose, params.token ?? '', { viewer, req, values: {} }),
    ),
  ),
  pageRoute('/auth/done/:what', anyone, ({ params: { what = '' }, viewer }) =>
    isKeyOf(DONE, what) ? donePage(DONE[what], viewer) : { redirect: '/' },
  ),
];

/** The page of a link, also after a refusal; for an expired link it says what to do. */
export async function linkPage(purpose: LinkPurpose, token: string, asked: Asked): Promise<AnyPage> {
  try {
    if (asked.error && isFinal(asked.error)) throw asked.error;
    const action = `${PATHS[purpose]}/${encodeURIComponent(token)}`;
    if (purpose === 'activate') return await activatePage(token, action, asked);
    return openPage(purpose, action, await readLink(purpose, token, asked), asked);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The link was used, but its account can't be entered.
    const barred = error.code === 'TOKEN_USED' && asked.error && isAboutAccount(asked.error) ? asked.error : null;
    return stoppedPage(purpose, barred ?? error, asked.viewer);
  }
}

const isAboutAccount = ({ code, fields }: AppError) => !fields && (code === 'NOT_ALLOWED' || code === 'EXPIRED');
const isFinal = ({ code }: AppError) => code.startsWith('TOKEN_') || code === 'NOT_FOUND' || code === 'DUPLICATE';

/** The button is for the account's user; others can log in or report that the account isn't theirs. */
async function activatePage(token: string, action: string, asked: Asked): Promise<AnyPage> {
  const { viewer, error } = asked;
  const { email, standing } = await viewActivation(token, viewer);
  if (standing === 'own')
    return openPage('activate', action, { email, newEmail: null, hasOwn: false, asksCode: false }, asked);
  const otherEmail = standing === 'nobody' ? null : standing.otherEmail;
  const props = { site: siteOf(viewer), action, email, otherEmail, error: error?.message ?? null };
  const head = linkHead('activate', 'Did you make this account?');
  return page({ view: LogInToConfirmPage, props, head, ...(error && { status: error.status }) });
}

function openPage(purpose: LinkPurpose, action: string, facts: LinkFacts, { viewer, error }: Asked): AnyPage {
  const { email, newEmail } = facts;
  const status = error ? { status: error.status } : {};
  const problems = { error: error && !error.fields ? error.message : null, fields: error?.fields ?? {} };
  const site = siteOf(viewer);
  const head = linkHead(purpose);
  if (purpose === 'reset') {
    return page({ view: ResetPage, props: { site, action, email: email ?? '', ...problems }, head, ...status });
  }
  const hasOwn = purpose === 'sign-in-link' && facts.hasOwn;
  if (facts.asksCode) {
    return page({ view: LinkElsewherePage, props: { site, action, email, hasOwn, ...problems }, head, ...status });
  }
  const props = { site, purpose, action, email: newEmail ?? email, hasOwn, error: error?.message ?? null };
  return page({ view: LinkPage, props, head, ...status });
}

function stoppedPage(purpose: LinkPurpose, error: AppError, viewer: Viewer | null): AnyPage {
  const words = stoppedWords(purpose, error, Boolean(viewer?.user));
  const props = { site: siteOf(viewer), purpose, text: error.message, ...words };
  return page({ view: StoppedPage, props, head: linkHead(purpose, words.title), status: error.status });
}

function donePage({ purpose, title, text, action, guestAction }: (typeof DONE)[Done], viewer: Viewer): AnyPage {
  const props = { site: siteOf(viewer), purpose, title, text, action: viewer.user ? action : guestAction };
  return page({ view: StoppedPage, props, head: linkHead(purpose, title) });
}
