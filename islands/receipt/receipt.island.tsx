import { useEffect, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { bylineOf } from '../../src/shared/byline.ts';
import {
  deleteMedia,
  getReceipt,
  type ReceiptStanding,
  restoreMedia,
  retryMedia,
  type ShownReceipt,
} from '../../src/shared/contracts/media.ts';
import { clock, listNames } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { ClipTile } from '../../views/ui/clip-tile.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { api } from '../runtime/api.ts';
import { useLazy } from '../runtime/use-lazy.ts';
import { faceOf, remarksOf } from '../studio/clip-words.ts';

export interface ReceiptProps {
  receipt: ShownReceipt;
  eventUrl: string;
  recipientNames: string[];
  canChange: boolean;
  /** Whether the link can be sent by mail. */
  canMail: boolean;
  standing: ReceiptStanding;
  /** Whether the occasion is a quiet one. */
  isQuiet: boolean;
  undoUntil: string | null;
  /** How long a withdrawal can be undone, in milliseconds. */
  undoFor: number;
}

const loadForm = () => import('./sender-form.tsx').then(({ SenderForm }) => SenderForm);
const loadEarned = () => import('./earned-code.tsx').then(({ EarnedNote }) => EarnedNote);
const loadVoice = () => import('../../views/ui/voice-player.tsx').then(({ VoicePlayer }) => VoicePlayer);
/** The browser's own player stays. */
const ignore = () => undefined;

/** Polling interval while a clip is being prepared, in milliseconds. */
const LOOK_AGAIN = 1500;

/** Status of the viewer's clip, and its actions. */
export default function ReceiptView({
  receipt,
  eventUrl,
  recipientNames,
  canChange,
  canMail,
  isQuiet,
  ...shown
}: ReceiptProps) {
  const [clip, setClip] = useState(receipt.media);
  const [earned, setEarned] = useState(receipt.promoCode);
  const [standing, setStanding] = useState(shown.standing);
  const [undoUntil, setUndoUntil] = useState(shown.undoUntil);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isEditing, setEditing] = useState(false);
  const key = receipt.receiptKey;
  const isWaiting = clip.status === 'processing' && clip.deletedAt === null;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      // The next poll follows soon, so ignore failures.
      api.call(getReceipt, { params: { key } }).then(
        ({ media, promoCode }) => {
          setClip(media);
          setEarned(promoCode);
        },
        () => undefined,
      );
    }, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [isWaiting, key]);

  async function change(call: typeof deleteMedia | typeof restoreMedia | typeof retryMedia) {
    setTrouble(null);
    try {
      const changed = await api.call(call, { params: { id: clip.id }, query: { receipt: key } });
      setClip({ ...changed, contributor: clip.contributor });
      if (call === deleteMedia) {
        setStanding('withdrawn');
        setUndoUntil(
          standing === 'in' && changed.deletedAt
            ? new Date(Date.parse(changed.deletedAt) + shown.undoFor).toISOString()
            : null,
        );
      }
      if (call === restoreMedia) setStanding('in');
    } catch (error) {
      setTrouble(error instanceof ApiError ? error.message : 'That didn’t work. Please try again.');
    }
  }

  const Form = useLazy(loadForm, isEditing, '', setTrouble);
  const Voice = useLazy(loadVoice, clip.kind === 'audio', '', ignore);
  const Earned = useLazy(loadEarned, earned !== null, '', ignore);
  const names = listNames(recipientNames);
  const remarks = remarksOf(clip);
  const isGone = standing !== 'in';
  const isBad = clip.status === 'failed';
  const showsVideo = clip.previewUrl !== null && !isGone;
  return (
    <>
      <h1>{headline(standing, isBad, names)}</h1>
      <div className="receipt__clip">
        {showsVideo && clip.kind === 'audio' && Voice ? (
          <Voice src={clip.previewUrl ?? ''} label="Your voice message" />
        ) : showsVideo ? (
          // biome-ignore lint/a11y/useMediaCaption: somebody's own recording has no transcript
          <video
            controls
            playsInline
            preload="metadata"
            poster={clip.posterUrl ?? undefined}
            src={clip.previewUrl ?? undefined}
          />
        ) : (
          <ClipTile {...faceOf(clip)} />
        )}
        {showsVideo && clip.kind !== 'audio' && clip.length > 0 && (
          <p className="l-small l-num">{clock(clip.length)}</p>
        )}
      </div>
      {standing === 'in' && (
        <div className="receipt__sender">
          <p>
            From{' '}
            <strong>
              <bdi>{bylineOf(clip.contributor)}</bdi>
            </strong>
          </p>
          {isEditing && Form ? (
            <Form
              contributor={clip.contributor}
              receiptKey={key}
              canRename={canChange}
              canMail={canMail}
              onSaved={setClip}
              onClose={() => setEditing(false)}
            />
          ) : (
            (canChange || canMail) && (
              <Button kind="quiet" size="small" icon="pen" onClick={() => setEditing(true)}>
                {canChange ? 'Change names or email' : 'Email me this link'}
              </Button>
            )
          )}
        </div>
      )}
      <div role="status">
        {isWaiting && <p>We’re getting it ready. You can close this page; nothing gets lost.</p>}
        {standing === 'withdrawn' && <p>{withdrawnWords(undoUntil)}</p>}
        {standing === 'takenOut' && <p>{remarks[0]}</p>}
        {remarks.length > 0 && !isGone && (
          <Banner tone={isBad ? 'bad' : 'warn'} icon="warn">
            {remarks.join(' ')}
          </Banner>
        )}
        {trouble && (
          <Banner tone="bad" icon="warn">
            {trouble}
          </Banner>
        )}
      </div>
      {standing === 'withdrawn' ? (
        undoUntil && (
          <div className="l-row">
            <Button icon="undo" onClick={() => void change(restoreMedia)}>
              Put it back
            </Button>
          </div>
        )
      ) : canChange ? (
        <div className="l-row">
          {standing === 'in' && (
            <>
              <ButtonLink kind={isBad ? 'main' : 'second'} icon="retry" href={`${eventUrl}?replaces=${key}`}>
                Replace it
              </ButtonLink>
              {isBad && (
                <Button kind="second" onClick={() => void change(retryMedia)}>
                  Try again as it is
                </Button>
              )}
            </>
          )}
          <Button kind="quiet" icon="trash" onClick={() => void change(deleteMedia)}>
            Withdraw it
          </Button>
        </div>
      ) : (
        <p className="l-small">This VidDay is closed, so your clip can’t be changed any more.</p>
      )}
      {earned && Earned && standing === 'in' && <Earned earned={earned} isQuiet={isQuiet} />}
      <p className="l-fine">Keep this page’s link: it’s the key to your clip, and nobody else has it.</p>
    </>
  );
}

function headline(standing: ReceiptStanding, isBad: boolean, names: string): string {
  if (standing === 'withdrawn') return 'Your clip is withdrawn';
  if (standing === 'takenOut') return 'Your clip isn’t shown';
  if (standing === 'leftOut') return 'Your clip was left out of the film';
  return isBad ? 'Your clip needs another try' : `It’s in, for ${names}`;
}

function withdrawnWords(undoUntil: string | null): string {
  const gone = 'Nobody else can see or download it any more.';
  return undoUntil
    ? `${gone} You can undo this for an hour; then we delete it for good.`
    : `${gone} We delete it for good.`;
}
