import { useState } from 'react';
import { Icon } from '../../views/ui/icon.tsx';

/** Opens the phone's share sheet, or copies the link. */
export function ShareButton({ url, title }: { url: string; title: string }) {
  const [words, setWords] = useState('Share');
  async function share() {
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        setWords('Link copied');
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return;
      setWords(url);
    }
  }
  return (
    <button type="button" className="wall__after-button l-needs-script" onClick={() => void share()}>
      <Icon name="share" />
      <span aria-live="polite">{words}</span>
    </button>
  );
}
