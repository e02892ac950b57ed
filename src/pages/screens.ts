import { accountPages } from './account-forms.ts';
import { checkoutAgain } from './checkout.page.ts';
import { dashboardAgain } from './dashboard.page.ts';
import { ideaFormPages } from './ideas.page.ts';
import type { Pages } from './render-page.tsx';
import { settingsAgain } from './settings.pages.ts';

/** Pages that forms of features show again after a refusal. */
export function screensOf(pages: Pages) {
  const accounts = accountPages(pages);
  return {
    ...accounts,
    ...settingsAgain(pages),
    ...dashboardAgain(pages),
    ...checkoutAgain(pages, accounts.renderError),
    ...ideaFormPages(pages, accounts.renderError),
  };
}
