import { createHash } from 'node:crypto';
import * as z from 'zod';
import { sandboxHead } from '../../views/sandbox.page.tsx';
import { SandboxReturnPage, SandboxSignInPage } from '../../views/sandbox-sign-in.page.tsx';
import type { OpenIdSandbox } from '../integrations/sandbox/oidc.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { type Form, ownForm } from '../platform/http/forms.ts';
import { emailAddress } from '../shared/contracts/common.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

const PATH = '/sandbox/sign-in/:provider';

/** Sign-in page of the sandbox for Google and Apple; see `startOpenIdSandbox`. */
export function sandboxSignInPages(sandbox: OpenIdSandbox | null): PageRoute[] {
  if (!sandbox) return [];
  return [
    pageRoute(PATH, anyone, ({ params, query, viewer }) => {
      const { provider } = sandbox.read(params.provider ?? '', query);
      const props = { site: siteOf(viewer), provider, request: String(new URLSearchParams(query)) };
      return page({ view: SandboxSignInPage, props, head: sandboxHead('Sign in') });
    }),
    pageRoute(`${PATH}/return`, anyone, ({ params, query, viewer }) => {
      const provider = params.provider === 'apple' ? 'apple' : 'google';
      const props = { site: siteOf(viewer), provider, action: `/auth/${provider}/callback`, fields: query };
      return page({ view: SandboxReturnPage, props, head: sandboxHead('Sign in') });
    }),
  ];
}

const body = z.object({
  request: z.string().max(4000),
  answer: z.string().optional(),
  email: z.string().default(''),
  firstName: z.string().max(80).default(''),
  lastName: z.string().max(80).default(''),
  isConfirmed: z.literal('yes').optional(),
  isHosted: z.literal('yes').optional(),
  /** The same user under another address. Default: derived from the address. */
  subject: z.string().max(100).optional(),
});

export function sandboxSignInForms(pages: Pages, sandbox: OpenIdSandbox | null): Form[] {
  if (!sandbox) return [];
  return [
    ownForm({
      path: PATH,
      access: anyone,
      body: body.refine(({ answer, email }) => answer === 'back' || emailAddress.safeParse(email).success, {
        path: ['email'],
        message: 'Check the address: it should look like name@example.com.',
      }),
      async run({ body: said, params }) {
        const provider = params.provider ?? '';
        const request = sandbox.read(provider, Object.fromEntries(new URLSearchParams(said.request)));
        const person = {
          subject: said.subject ?? createHash('sha256').update(said.email).digest('hex').slice(0, 24),
          email: said.email,
          isConfirmed: said.isConfirmed === 'yes',
          isHosted: said.isHosted === 'yes',
          firstName: said.firstName,
          lastName: said.lastName,
        };
        const back = await sandbox.answer(request, said.answer === 'back' ? null : person);
        if (back.kind === 'form') return `/sandbox/sign-in/${provider}/return?${new URLSearchParams(back.fields)}`;
        const { pathname, search } = new URL(back.url);
        return pathname + search;
      },
      async failed({ req, res, viewer, error }) {
        const { ErrorPage, errorHead } = await import('../../views/error.page.tsx');
        const props = { status: error.status, message: error.fields?.email ?? error.message };
        const head = errorHead(props);
        const shown = page({ view: ErrorPage, props: { site: siteOf(viewer), ...props }, head, status: error.status });
        return sendPage(pages, req, res, shown);
      },
    }),
  ];
}
