import type { ComponentType } from 'react';
import emailField from './account/email-field.island.tsx';
import keepCodes from './account/keep-codes.island.tsx';
import passkeyAdd from './account/passkey-add.island.tsx';
import passkeyLogin from './account/passkey-login.island.tsx';
import passwordField from './account/password-field.island.tsx';
import picture from './account/picture.island.tsx';
import chat from './chat/chat.island.tsx';
import chatLink from './chat/chat-link.island.tsx';
import saveTyped from './checkout/save-typed.island.tsx';
import copyMessage from './clipboard/copy-message.island.tsx';
import counting from './counting/counting.island.tsx';
import desk from './desk/desk.island.tsx';
import deskKeys from './desk/desk-keys.island.tsx';
import deskLive from './desk/desk-live.island.tsx';
import gift from './gift/gift.island.tsx';
import guestbook from './guestbook/guestbook.island.tsx';
import ideaForm from './ideas/idea-form.island.tsx';
import ideaVote from './ideas/idea-vote.island.tsx';
import ideaWidget from './ideas/idea-widget.island.tsx';
import keepsake from './keepsake/keepsake.island.tsx';
import news from './news/news.island.tsx';
import notice from './notice/notice.island.tsx';
import livePart from './orders/live-part.island.tsx';
import organisers from './organisers/organisers.island.tsx';
import people from './people/people.island.tsx';
import sampleFilm from './player/sample-film.island.tsx';
import plot from './plot/plot.island.tsx';
import postcardEditor from './postcards/postcard-editor.island.tsx';
import premiere from './premiere/premiere.island.tsx';
import chipIn from './presents/chip-in.island.tsx';
import keptCode from './promo/kept-code.island.tsx';
import receipt from './receipt/receipt.island.tsx';
import report from './report/report.island.tsx';
import rsvp from './rsvp/rsvp.island.tsx';
import shell from './shell/shell.island.tsx';
import ownZone from './start/own-zone.island.tsx';
import newTrack from './studio/new-track.island.tsx';
import studio from './studio/studio.island.tsx';
import themeLive from './theme/theme-live.island.tsx';
import themePicker from './theme/theme-picker.island.tsx';
import uploader from './uploader/uploader.island.tsx';

/** All islands by file name (`uploader` is `uploader.island.tsx`), so that `<Island name props>` is typed. */
export const ISLANDS = {
  chat,
  'chat-link': chatLink,
  'chip-in': chipIn,
  'copy-message': copyMessage,
  counting,
  desk,
  'desk-live': deskLive,
  'desk-keys': deskKeys,
  'email-field': emailField,
  gift,
  guestbook,
  keepsake,
  'keep-codes': keepCodes,
  'kept-code': keptCode,
  'save-typed': saveTyped,
  'idea-form': ideaForm,
  'idea-vote': ideaVote,
  'idea-widget': ideaWidget,
  'live-part': livePart,
  'new-track': newTrack,
  news,
  notice,
  organisers,
  'own-zone': ownZone,
  'passkey-add': passkeyAdd,
  'passkey-login': passkeyLogin,
  'password-field': passwordField,
  people,
  picture,
  plot,
  'postcard-editor': postcardEditor,
  premiere,
  receipt,
  report,
  rsvp,
  'sample-film': sampleFilm,
  shell,
  studio,
  'theme-live': themeLive,
  'theme-picker': themePicker,
  uploader,
} as const satisfies Record<string, ComponentType<never>>;
