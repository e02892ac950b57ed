import { type RequestHandler, Router } from 'express';
import { openIdSandbox, stripeSandbox, workshop } from '../integrations/sandboxes.ts';
import { mailPreviewPages, mailPreviewRouter } from '../pages/mail-previews.pages.ts';
import type { PageRoute } from '../pages/page-route.ts';
import type { Pages } from '../pages/render-page.tsx';
import { sandboxForms, sandboxPages } from '../pages/sandbox.pages.ts';
import { sandboxSignInForms, sandboxSignInPages } from '../pages/sandbox-sign-in.pages.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/db.ts';
import type { Form } from '../platform/http/forms.ts';
import { guardSandboxes } from '../platform/http/sandbox-guard.ts';

export interface SandboxSite {
  forms: readonly Form[];
  pages: readonly PageRoute[];
  router: RequestHandler;
}

interface SandboxDeps {
  config: Config;
  database: Database;
  pages: Pages;
}

/** Everything below `/sandbox`: stand-ins for vendors without keys, and previews of mails. */
export function sandboxSite({ config, database, pages }: SandboxDeps): SandboxSite {
  const [vendors, signIn] = [{ payments: stripeSandbox(), workshop: workshop() }, openIdSandbox()];
  return {
    forms: [...sandboxForms(pages, vendors), ...sandboxSignInForms(pages, signIn)],
    pages: [...sandboxPages(vendors, config, database), ...sandboxSignInPages(signIn), ...mailPreviewPages(config)],
    router: Router().use('/sandbox', guardSandboxes(config)).use(mailPreviewRouter(config)),
  };
}
