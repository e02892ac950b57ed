import { Island } from '../base/island.tsx';
import { usePage } from '../base/page-context.ts';
import type { SiteProps } from './site-props.ts';

/**
 * Opens the chat. On cached pages, a form without script until the first tap; on personal ones it also checks for
 * answers. During impersonation it links to the contact page, as the chat belongs to the user.
 */
export function StartChat({ site, look }: { site: SiteProps; look: 'line' | 'bubble' }) {
  const page = usePage();
  const href = site.links?.chat;
  if (!href) return null;
  if (site.isImpersonated) return look === 'line' ? <a href={href}>Start chat</a> : null;
  return (
    <Island
      name="chat"
      when={page.nonce === undefined ? 'interaction' : 'idle'}
      props={{ look, contactHref: href, sheet: page.assets.sheet('chat').url, user: site.user?.email ?? null }}
    />
  );
}
