import { accountData } from './account-data/account-data.feature.ts';
import { addresses } from './addresses/addresses.feature.ts';
import { audit } from './audit/audit.feature.ts';
import { checkout } from './checkout/checkout.feature.ts';
import { credentials } from './credentials/credentials.feature.ts';
import { desk } from './desk/desk.feature.ts';
import { drafts } from './drafts/drafts.feature.ts';
import { errors } from './errors/errors.feature.ts';
import { events } from './events/events.feature.ts';
import { films } from './films/films.feature.ts';
import { giftsByText } from './gift-texts/gift-texts.feature.ts';
import { guestbook } from './guestbook/guestbook.feature.ts';
import { guests } from './guests/guests.feature.ts';
import { handouts } from './handouts/handouts.feature.ts';
import { identities } from './identities/identities.feature.ts';
import { impersonation } from './impersonation/impersonation.feature.ts';
import { invoices } from './invoices/invoices.feature.ts';
import { keepsakes } from './keepsakes/keepsakes.feature.ts';
import { library } from './library/library.feature.ts';
import { mailPreferences } from './mail-preferences/mail-preferences.feature.ts';
import { media } from './media/media.feature.ts';
import { membership } from './membership/membership.feature.ts';
import { messages } from './messages/messages.feature.ts';
import { metrics } from './metrics/metrics.feature.ts';
import { news } from './news/news.feature.ts';
import { orders } from './orders/orders.feature.ts';
import { organisers } from './organisers/organisers.feature.ts';
import { parcels } from './parcels/parcels.feature.ts';
import { photoSearch } from './photo-search/photo-search.feature.ts';
import { postcards } from './postcards/postcards.feature.ts';
import { premieres } from './premieres/premieres.feature.ts';
import { presents } from './presents/presents.feature.ts';
import { profiles } from './profiles/profiles.feature.ts';
import { promo } from './promo/promo.feature.ts';
import { recipients } from './recipients/recipients.feature.ts';
import { recovery } from './recovery/recovery.feature.ts';
import { sessions } from './sessions/sessions.feature.ts';
import { signIn } from './sign-in/sign-in.feature.ts';
import { support } from './support/support.feature.ts';
import { switches } from './switches/switches.feature.ts';
import { textMessages } from './texts/texts.feature.ts';
import { thanks } from './thanks/thanks.feature.ts';
import { themes } from './themes/themes.feature.ts';
import { twoFactor } from './two-factor/two-factor.feature.ts';
import { users } from './users/users.feature.ts';

/** All features from left to right: each may import only from those before it. */
export const FEATURES = [
  metrics,
  audit,
  mailPreferences,
  users,
  profiles,
  drafts,
  sessions,
  credentials,
  twoFactor,
  impersonation,
  errors,
  switches,
  identities,
  addresses,
  signIn,
  recovery,
  accountData,
  orders,
  events,
  promo,
  invoices,
  membership,
  recipients,
  media,
  photoSearch,
  textMessages,
  guests,
  giftsByText,
  organisers,
  themes,
  library,
  films,
  thanks,
  premieres,
  handouts,
  support,
  presents,
  checkout,
  parcels,
  postcards,
  guestbook,
  keepsakes,
  news,
  messages,
  desk,
] as const;
