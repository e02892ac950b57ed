import { type FormEvent, useEffect, useState } from 'react';
import { Icon } from '../../views/ui/icon.tsx';
import { hasConversation } from './chat-memory.ts';
import { CHAT_NEWS, type ChatNews, type ChatProps } from './chat-props.ts';

/** Opens the chat and shows the number of unread answers. Without script it links to the contact form. */
export default function ChatLaunch({ look, contactHref, sheet, user }: ChatProps) {
  const [{ unread, isOpen }, setNews] = useState<ChatNews>({ unread: 0, isOpen: false });
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    const onNews = ({ detail }: CustomEvent<ChatNews>) => setNews(detail);
    document.addEventListener(CHAT_NEWS, onNews);
    return () => document.removeEventListener(CHAT_NEWS, onNews);
  }, []);

  useEffect(() => {
    if (!hasConversation(user)) return;
    import('./chat-widget.tsx').then(
      ({ listenForNews }) => listenForNews({ sheet, user }),
      () => undefined,
    );
  }, [sheet, user]);

  async function open(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const { openChat } = await import('./chat-widget.tsx');
      await openChat({ sheet, user });
    } catch {
      // Fall back to the contact form.
      window.location.assign(contactHref);
    } finally {
      setBusy(false);
    }
  }

  const news = unread > 0 && (
    <span className="chat-knob__count">
      {unread}
      <span className="l-unseen"> {unread === 1 ? 'new answer' : 'new answers'}</span>
    </span>
  );
  return (
    <form
      action={contactHref}
      className={look === 'bubble' ? 'chat-knob__form' : undefined}
      onSubmit={(event) => void open(event)}
    >
      {look === 'line' ? (
        <button
          type="submit"
          className="shell__as-link"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-busy={isBusy}
        >
          Start chat
          {news}
        </button>
      ) : (
        <button type="submit" className="chat-knob" aria-haspopup="dialog" aria-expanded={isOpen} aria-busy={isBusy}>
          <Icon name="chat" />
          <span className="chat-knob__text">Ask us</span>
          {news}
        </button>
      )}
    </form>
  );
}
