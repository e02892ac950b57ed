import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { findByToken, type LinkedChat } from './chat-owner.ts';

export type { LinkedChat };

interface Linked {
  viewer: Viewer;
  params: Record<string, string>;
}

/** The conversation of the mailed link in the address; null if the link is invalid or expired. */
export const linkedChat: AccessRule<'anyone', Linked, { linked: LinkedChat | null }> = {
  word: 'anyone',
  async load({ viewer, params: { token = '' } }) {
    const chat = await findByToken(token);
    return { linked: chat && { chat, visitor: { viewer, token } } };
  },
};
