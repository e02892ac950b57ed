import type { DeskProps } from '../islands/desk/desk-props.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';

export interface StaffChatPageProps {
  site: SiteProps;
  desk: DeskProps;
  /** Whether unread messages are also mailed. */
  isMailed: boolean;
}

export function staffChatHead(unread: number): PageHead {
  return {
    title: unread > 0 ? `(${unread}) Chat: VidDay` : 'Chat: VidDay',
    indexed: false,
    sheet: 'staff-chat',
    occasion: 'thankyou',
  };
}

/** `/staff/chat`: conversations and answers. Works without script. */
export function StaffChatPage({ site, desk, isMailed }: StaffChatPageProps) {
  // Hide the chat button: staff would write to themselves.
  const own = { ...site, links: { ...site.links, chat: undefined, idea: undefined } };
  return (
    <Layout site={own} mainClass="l-page staff-chat" stays="as-signed-in" flush>
      <h1>Chat</h1>
      {!isMailed && (
        <p className="l-small">
          Nobody gets an email about messages that come in while nobody’s here: SUPPORT_EMAIL is not set.
        </p>
      )}
      <Island name="desk" when="load" props={desk} />
    </Layout>
  );
}
