import type { DeskProps } from '../islands/desk/desk-props.ts';
import type { PageHead } from './document.tsx';
import { Island } from './island.tsx';
import { Layout, type SiteProps } from './layout.tsx';

export interface StaffChatPageProps {
  site: SiteProps;
  desk: DeskProps;
  /** Whether somebody is mailed what nobody reads here. */
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

/** `/staff/chat`: who wrote to us, and where it is answered. Works without script by links and forms. */
export function StaffChatPage({ site, desk, isMailed }: StaffChatPageProps) {
  // Staff write from here; a chat with themselves would be in the way.
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
