import { useEffect, useState } from 'react';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import type { ThankPanelProps } from './gift-props.ts';
import { useThanks } from './use-thanks.ts';
import { useVideoSending } from './use-video-sending.ts';

interface ReactionReviewProps extends Pick<ThankPanelProps, 'openKey' | 'names' | 'sent' | 'onSent'> {
  file: File;
  /** It was sent or deleted. */
  onDone(): void;
}

/** What the camera filmed: its owner sees it first, and sends, keeps or deletes it. */
export function ReactionReview({ file, openKey, names, sent, onSent, onDone }: ReactionReviewProps) {
  const [isOpen, setOpen] = useState(true);
  const [isSent, setSent] = useState(false);
  const [url, setUrl] = useState('');
  const { percent, trouble, send, forget } = useVideoSending(openKey, names);
  const thanks = useThanks(openKey, sent, onSent);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  async function sendToAll() {
    const mediaId = await send(file);
    if (mediaId && (await thanks.send({ kind: 'video', to: 'all', mediaId }))) setSent(true);
  }

  async function undo() {
    if (!(await thanks.undo())) return;
    forget();
    setSent(false);
  }

  if (!isOpen) {
    return (
      <Button kind="second" icon="video" onClick={() => setOpen(true)}>
        The video of you watching
      </Button>
    );
  }
  return (
    <Dialog open title="You, while you watched" onClose={() => setOpen(false)}>
      <div className="reaction__body">
        {/* biome-ignore lint/a11y/useMediaCaption: what the camera has just filmed */}
        {url && <video src={url} controls playsInline preload="metadata" aria-label="You, while you watched" />}
        {isSent ? (
          <>
            <p role="status">
              {thanks.fresh || thanks.isSending
                ? 'It’s on its way to everyone in the film.'
                : 'Everyone in the film can see it.'}
            </p>
            {thanks.trouble && <p role="alert">{thanks.trouble}</p>}
            {thanks.fresh && (
              <Button kind="second" icon="undo" busy={thanks.isSending} onClick={() => void undo()}>
                Undo
              </Button>
            )}
            <Button onClick={onDone}>Done</Button>
          </>
        ) : (
          <>
            <p>Nobody else has seen this. It’s only on this device.</p>
            {percent !== null && (
              <p role="status">
                <progress max={100} value={percent} aria-label="Sending your video" /> Sending your video, {percent}%
              </p>
            )}
            {(trouble ?? thanks.trouble) && <p role="alert">{trouble ?? thanks.trouble}</p>}
            <Button icon="send" busy={percent !== null || thanks.isSending} onClick={() => void sendToAll()}>
              Send it to everyone
            </Button>
            <a className="button button--second" href={url} download={file.name}>
              <Icon name="download" />
              Keep it on this device
            </a>
            <Button kind="quiet" icon="trash" onClick={onDone}>
              Delete it
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
