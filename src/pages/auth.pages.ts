import { LoginPage, loginHead } from '../../views/login.page.tsx';
import { RegisterPage, registerHead } from '../../views/register.page.tsx';
import { titleOf } from '../features/events/event-facts.service.ts';
import { seeEvent } from '../features/events/events.access.ts';
import { shownCode } from '../features/sign-in/sign-in-link-browser.service.ts';
import type { AppError } from '../platform/errors.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { safeNext } from '../platform/http/safe-next.ts';
import { wayInProblem } from '../shared/contracts/way-in-problems.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type Asked, nextOf, textOf, waysOf } from './account-asked.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteOf } from './site.ts';

export const authPages: readonly PageRoute[] = [
  pageRoute(
    '/auth/login',
    anyone,
    ({ viewer, req, query }) => goesOn(viewer, query) ?? loginPage({ viewer, req, values: query, query }),
  ),
  pageRoute(
    '/auth/register',
    anyone,
    ({ viewer, req, query }) => goesOn(viewer, query) ?? registerPage({ viewer, req, values: query }),
  ),
];

/** Signed-in visitors are redirected unless a fresh sign-in is required. */
function goesOn(viewer: Viewer, query: Record<string, string>): { redirect: string } | null {
  if (!viewer.user || query.again !== undefined) return null;
  return { redirect: safeNext(query.next, '/dashboard') };
}

export function loginPage({ viewer, req, values, query = {}, error }: Asked): AnyPage {
  const isAgain = query.again !== undefined && viewer?.user;
  const props = {
    site: siteOf(viewer),
    next: nextOf(values),
    // Keep typed values; never prefill fields from the URL.
    email: error ? textOf(values.email) : isAgain ? viewer.user?.email : '',
    error: error && !error.fields ? refusalWords(error) : null,
    fields: error?.fields ?? {},
    notice: isAgain ? againWords(query.again) : (noteWords(query.note) ?? wayInProblem(query.problem, query.provider)),
    code: query.problem === 'confirm-by-mail' ? shownCode(req) : null,
    ways: waysOf(),
  };
  return page({ view: LoginPage, props, head: loginHead(), ...(error && { status: error.status }) });
}

/** The service's errors reveal as little as the API's; add advice for people. */
function refusalWords({ code, message }: AppError): string {
  return code === 'WRONG_CREDENTIALS' ? `${message} Check for typos, or let us email you a link.` : message;
}

function noteWords(note: string | undefined): string | null {
  return note === 'logged-out-everywhere' ? 'You’re logged out everywhere.' : null;
}

function againWords(why: string | undefined): string {
  return why === 'second-step'
    ? 'Please log in again, with your second step, then carry on.'
    : 'It’s been a while. Please log in again, so we know it’s you, then carry on.';
}

export async function registerPage({ viewer, values, error }: Asked): Promise<AnyPage> {
  const props = {
    site: siteOf(viewer),
    next: nextOf(values),
    values: error ? { firstName: textOf(values.firstName), email: textOf(values.email) } : {},
    error: error && !error.fields ? error.message : null,
    fields: error?.fields ?? {},
    isKnown: error?.code === 'DUPLICATE',
    prepared: viewer && (await preparedTitle(viewer)),
    ways: waysOf(),
  };
  return page({ view: RegisterPage, props, head: registerHead(), ...(error && { status: error.status }) });
}

/** Title of the last event prepared in this browser; null when there is none. */
async function preparedTitle(viewer: Viewer): Promise<string | null> {
  const id = viewer.preparedEventIds.at(-1);
  if (!id) return null;
  return seeEvent(id, viewer).then(
    ({ event }) => titleOf(event),
    () => null,
  );
}
