import { useId, useState } from 'react';
import type { ThanksKind } from '../../src/shared/contracts/thanks.ts';
import { TEXT_MAX } from '../../src/shared/limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Icon, type IconName } from '../../views/ui/icon.tsx';
import { Stamp } from '../../views/ui/stamp.tsx';
import type { ThankPanelProps } from './gift-props.ts';
import { faceOf } from './person-stamp.tsx';
import type { UseThanks } from './use-thanks.ts';
import { useVideoSending } from './use-video-sending.ts';
import { VideoWay } from './video-way.tsx';

interface ThanksSheetProps extends ThankPanelProps {
  /** Kind chosen before; null after a tap on a stamp. */
  way: ThanksKind | null;
  thanks: UseThanks;
  onClose(): void;
}

/** Sends a heart, a note or a video to one person or everyone. */
export function ThanksSheet(props: ThanksSheetProps) {
  const { chosen, people, sent, names, isQuiet, openKey, thanks, onClose, onWatch } = props;
  const hasHeart = sent.some(({ kind, to }) => kind === 'heart' && (to === 'all' || to === chosen?.id));
  const [way, setWay] = useState<ThanksKind>(props.way ?? (hasHeart ? 'note' : 'heart'));
  const [isToAll, setToAll] = useState(chosen === null);
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [needs, setNeeds] = useState<string | null>(null);
  const video = useVideoSending(openKey, names);
  const field = useId();
  const to = isToAll ? 'all' : (chosen?.id ?? 'all');
  const heartIsThere = way === 'heart' && sent.some(({ kind, to: known }) => kind === 'heart' && known === to);
  const isBusy = thanks.isSending || video.percent !== null;
  const thanked = isToAll || !chosen ? 'everyone' : chosen.name;

  async function send() {
    setNeeds(null);
    if (way === 'note' && text.trim() === '') return setNeeds('Write a few words first.');
    if (way === 'video' && !file) return setNeeds('Record or choose a video first.');
    const mediaId = way === 'video' && file ? await video.send(file) : undefined;
    if (mediaId === null) return;
    const isTaken = await thanks.send({ kind: way, to, ...(way === 'note' && { text }), ...(mediaId && { mediaId }) });
    if (isTaken) onClose();
  }

  const trouble = needs ?? video.trouble ?? thanks.trouble;
  return (
    <Dialog
      open
      onClose={onClose}
      isUnsaved={() => text.trim() !== '' || file !== null}
      title="Say thank you"
      className="thanks__sheet"
    >
      {chosen && people.length > 1 && (
        <fieldset className="thanks__segment">
          <legend className="l-unseen">Who is it for?</legend>
          <label>
            <input type="radio" name="to" checked={!isToAll} onChange={() => setToAll(false)} />
            <span>
              Just <bdi>{chosen.name}</bdi>
            </span>
          </label>
          <label>
            <input type="radio" name="to" checked={isToAll} onChange={() => setToAll(true)} />
            <span>All {people.length}</span>
          </label>
        </fieldset>
      )}
      {chosen && !isToAll && (
        <div className="thanks__to-one">
          <Stamp src={chosen.kind === 'text' ? null : chosen.posterUrl}>{faceOf(chosen)}</Stamp>
          <Button kind="quiet" size="small" icon="play" onClick={() => onWatch(chosen.start)}>
            See this part again
          </Button>
        </div>
      )}
      <fieldset className="thanks__ways">
        <legend className="l-unseen">How?</legend>
        <Way icon={isQuiet ? 'candle' : 'heart'} is="heart" chosen={way} onChoose={setWay}>
          {isQuiet ? 'Thanks' : 'A heart'}
        </Way>
        <Way icon="pen" is="note" chosen={way} onChoose={setWay}>
          A note
        </Way>
        <Way icon="rec" is="video" chosen={way} onChoose={setWay}>
          A video
        </Way>
      </fieldset>
      {way === 'note' && (
        <div className="field">
          <label htmlFor={field}>
            Your note to <bdi>{thanked}</bdi>
          </label>
          <textarea
            className="field__input"
            id={field}
            rows={4}
            dir="auto"
            maxLength={TEXT_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      {way === 'video' && <VideoWay file={file} onFile={setFile} percent={video.percent} />}
      {trouble && (
        <p className="thanks__trouble" role="alert">
          {trouble}
        </p>
      )}
      <div className="thanks__end">
        {heartIsThere ? (
          <p role="status">
            {isToAll ? 'Everyone has' : 'They already have'} your {isQuiet ? 'thanks' : 'heart'}.
          </p>
        ) : (
          <Button size="big" wide icon="send" busy={isBusy} onClick={() => void send()}>
            <span>
              Send to <bdi>{thanked}</bdi>
            </span>
          </Button>
        )}
        <p className="l-fine">
          {isToAll ? (
            'Everyone in the film can see it'
          ) : (
            <>
              Only <bdi>{thanked}</bdi> sees it
            </>
          )}
          , next to their own clip. You can undo it for ten seconds.
        </p>
      </div>
    </Dialog>
  );
}

interface WayProps {
  icon: IconName;
  is: ThanksKind;
  chosen: ThanksKind;
  onChoose(way: ThanksKind): void;
  children: string;
}

function Way({ icon, is, chosen, onChoose, children }: WayProps) {
  return (
    <label className="thanks__way">
      <input type="radio" name="way" checked={chosen === is} onChange={() => onChoose(is)} />
      <Icon name={icon} />
      <span>{children}</span>
    </label>
  );
}
