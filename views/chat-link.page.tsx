import type { ChatConversation } from '../src/shared/contracts/chat.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Card } from './ui/card.tsx';
import { Banner } from './ui/notice.tsx';

export interface ChatLinkPageProps {
  site: SiteProps;
  /** Token from the URL. */
  token: string;
  conversation: ChatConversation;
  isStaffed: boolean;
  /** Id of the next message posted without script. */
  clientId: string;
  /** Why the posted message was refused. */
  error?: string | null;
}

export function chatLinkHead(): PageHead {
  return {
    title: 'Our answer: VidDay',
    indexed: false,
    // The URL gives access to the conversation.
    referrer: 'strict-origin',
    sheet: 'talk',
    occasion: 'thankyou',
  };
}

/** Target of the link in a mailed answer: the conversation, also usable without script. */
export function ChatLinkPage({ site, token, conversation, isStaffed, clientId, error }: ChatLinkPageProps) {
  const action = `/chat/token/${encodeURIComponent(token)}`;
  return (
    <Layout site={{ ...site, links: { ...site.links, chat: undefined } }} mainClass="l-page talk" stays="as-anybody">
      <h1>Our answer</h1>
      {error && (
        <Banner tone="bad" role="alert" title="That didn’t go out">
          {error}
        </Banner>
      )}
      <Card as="section" className="talk__card" aria-label="Your conversation with us">
        <Island
          name="chat-link"
          when="load"
          props={{ token, conversation, isStaffed, plainForm: { action, clientId } }}
        />
      </Card>
      <p className="l-fine">This link is just for you. Anyone who has it can read and answer here.</p>
    </Layout>
  );
}
