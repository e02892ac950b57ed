import type { Express, RequestHandler } from 'express';
import type { Config } from '../platform/config.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { declare } from '../platform/http/addresses.ts';
import type { Form } from '../platform/http/forms.ts';
import { nameRoute } from '../platform/http/route-name.ts';
import { hasSessionCookie } from '../platform/http/sessions.ts';
import { platform } from '../platform/platform.ts';
import { occasionRedirects } from '../shared/occasions.ts';
import { authPages } from './auth.pages.ts';
import { billingPages } from './billing.pages.ts';
import { chatForms, chatPages } from './chat.pages.ts';
import { checkoutPages } from './checkout.page.ts';
import { dashboardPages } from './dashboard.page.ts';
import { doorPages } from './door.pages.ts';
import { eventPages } from './event.pages.ts';
import { guestbookPages } from './guestbook.page.ts';
import { ideasPages } from './ideas.page.ts';
import { keepsakePages } from './keepsake.page.ts';
import { linkPages } from './link.pages.ts';
import { mailStopPages } from './mail-stop.page.ts';
import { musicPages } from './music.page.ts';
import { newsPages } from './news.page.ts';
import { ordersForms, ordersPages } from './orders.page.ts';
import { organisePages } from './organise.page.ts';
import { ownThemeForms, ownThemePages } from './own-themes.pages.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { peoplePages } from './people.page.ts';
import { postcardForms, postcardPages } from './postcards.page.ts';
import { premierePages } from './premiere.page.ts';
import { presentsForms, presentsPages } from './presents.page.ts';
import { PUBLIC_PAGES } from './public-pages.ts';
import { receiptForms, receiptPages } from './receipt.page.ts';
import type { Pages } from './render-page.tsx';
import { rewardForms, rewardPages } from './reward.page.ts';
import { settingsPages } from './settings.pages.ts';
import { siteOf } from './site.ts';
import { staffPages } from './staff.page.ts';
import { staffAnnouncementForms, staffAnnouncementPages } from './staff-announcements.pages.ts';
import { staffAuditPages } from './staff-audit.pages.ts';
import { staffBroadcastForms, staffBroadcastPages } from './staff-broadcast.pages.ts';
import { staffChatForms, staffChatPages } from './staff-chat.pages.ts';
import { staffChatAnswersForms, staffChatAnswersPages } from './staff-chat-answers.pages.ts';
import { staffErrorForms, staffErrorPages } from './staff-errors.pages.ts';
import { staffEventForms, staffEventPages } from './staff-events.pages.ts';
import { staffFeedbackForms, staffFeedbackPages } from './staff-feedback.pages.ts';
import { staffJobForms, staffJobPages } from './staff-jobs.pages.ts';
import { staffMediaForms, staffMediaPages } from './staff-media.pages.ts';
import { staffMetricsPages } from './staff-metrics.pages.ts';
import { staffOrderForms, staffOrderPages } from './staff-orders.pages.ts';
import { staffPromoForms, staffPromoPages } from './staff-promo.pages.ts';
import { staffReportForms, staffReportPages } from './staff-reports.pages.ts';
import { staffSearchPages } from './staff-search.page.ts';
import { staffSwitchForms, staffSwitchPages } from './staff-switches.pages.ts';
import { staffThemeForms, staffThemePages } from './staff-themes.pages.ts';
import { staffTrackForms, staffTrackPages } from './staff-tracks.pages.ts';
import { staffUserForms, staffUserPages } from './staff-users.pages.ts';
import { startForms, startPages } from './start.page.ts';
import { themeForms, themePages } from './theme.page.ts';

/** Redirects from the catalogue's addresses to this site's. */
const MOVED: Readonly<Record<string, string>> = {
  '/start-a-video': '/start-a-vidday',
  ...occasionRedirects(),
};

/** All pages rendered for each request, including public ones for signed-in users. */
export const PAGES: readonly PageRoute[] = [
  ...PUBLIC_PAGES.map(({ path, load }) =>
    pageRoute(path, anyone, ({ viewer, query }) => {
      const { appOrigin: origin, facts } = platform().config;
      return load({ site: siteOf(viewer), origin, facts, query });
    }),
  ),
  ...authPages,
  ...doorPages,
  ...linkPages,
  ...settingsPages,
  ...billingPages,
  ...ideasPages,
  ...mailStopPages,
  ...startPages,
  ...dashboardPages,
  ...checkoutPages,
  ...newsPages,
  ...eventPages,
  ...receiptPages,
  ...guestbookPages,
  ...keepsakePages,
  ...musicPages,
  ...themePages,
  ...ownThemePages,
  ...peoplePages,
  ...postcardPages,
  ...ordersPages,
  ...premierePages,
  ...presentsPages,
  ...rewardPages,
  ...organisePages,
  ...chatPages,
  ...staffPages,
  ...staffSearchPages,
  ...staffUserPages,
  ...staffEventPages,
  ...staffJobPages,
  ...staffOrderPages,
  ...staffAuditPages,
  ...staffMediaPages,
  ...staffReportPages,
  ...staffChatAnswersPages,
  ...staffChatPages,
  ...staffThemePages,
  ...staffTrackPages,
  ...staffBroadcastPages,
  ...staffPromoPages,
  ...staffAnnouncementPages,
  ...staffSwitchPages,
  ...staffErrorPages,
  ...staffFeedbackPages,
  ...staffMetricsPages,
];

/** Forms that belong to a single page. */
export function pageForms(pages: Pages): Form[] {
  return [
    ...startForms(pages),
    ...themeForms(),
    ...ownThemeForms(pages),
    ...postcardForms(pages),
    ...presentsForms(),
    ...receiptForms(pages),
    ...rewardForms(pages),
    ...ordersForms(pages),
    ...chatForms(pages),
    ...staffUserForms(pages),
    ...staffEventForms(pages),
    ...staffJobForms(pages),
    ...staffOrderForms(pages),
    ...staffMediaForms(pages),
    ...staffReportForms(pages),
    ...staffChatAnswersForms(pages),
    ...staffChatForms(pages),
    ...staffThemeForms(pages),
    ...staffTrackForms(pages),
    ...staffBroadcastForms(pages),
    ...staffPromoForms(pages),
    ...staffAnnouncementForms(pages),
    ...staffSwitchForms(pages),
    ...staffErrorForms(),
    ...staffFeedbackForms(pages),
  ];
}

/** Pages that are identical for all visitors without a session, served by the front cache. */
export function anonymousPages(app: Express, pages: Pages, config: Pick<Config, 'appOrigin' | 'facts'>): void {
  for (const { path, query: keys, load } of PUBLIC_PAGES) {
    const send = pages.anonymousPage({
      load: ({ query }) => load({ site: siteOf(null), origin: config.appOrigin, facts: config.facts, query }),
      ...(keys && { query: keys }),
      freshFor: 60_000,
      staleFor: 600_000,
    });
    const show: RequestHandler = (req, res, next) => {
      // Users with a session get the page with their own menu.
      if (hasSessionCookie(req.headers.cookie)) return next();
      nameRoute(res, path);
      return send(req, res);
    };
    app.get(path, declare({ kind: 'site', method: 'GET', path, access: 'anyone' }, show));
  }
  for (const [from, to] of Object.entries(MOVED)) {
    const forward: RequestHandler = (req, res) => {
      nameRoute(res, from);
      const query = req.originalUrl.split('?').slice(1).join('?');
      res.redirect(301, query ? `${to}${to.includes('?') ? '&' : '?'}${query}` : to);
    };
    app.get(from, declare({ kind: 'site', method: 'GET', path: from, access: 'anyone' }, forward));
  }
}
