import { type ReactNode, useState } from 'react';
import type { Thanks, ThanksKind } from '../../src/shared/contracts/thanks.ts';
import { Button } from '../../views/ui/button.tsx';
import { Toast } from '../../views/ui/toast.tsx';
import { ToastShelf } from '../shell/toast-shelf.tsx';
import type { ThankPanelProps } from './gift-props.ts';
import { SentVideos } from './sent-videos.tsx';
import { ThanksSheet } from './thanks-sheet.tsx';
import { useThanks } from './use-thanks.ts';

/** Thanks everyone with one tap, and offers a note or video. */
export function ThankPanel(props: ThankPanelProps) {
  const { people, isQuiet, openKey, sent, onSent, chosen, onChosen } = props;
  const thanks = useThanks(openKey, sent, onSent);
  const [toAll, setToAll] = useState<ThanksKind | null>(null);
  const isDone = sent.some(({ kind, to }) => kind === 'heart' && to === 'all');
  const everybody = people.length === 1 ? <bdi>{people[0]?.name}</bdi> : `all ${people.length}`;
  const closeSheet = () => {
    thanks.forgetTrouble();
    setToAll(null);
    onChosen(null);
  };
  return (
    <div className="thanks">
      {isDone ? (
        <p className="thanks__done" role="status">
          <span>You’ve thanked {everybody}</span>
        </p>
      ) : (
        <>
          <Button
            size="big"
            wide
            icon={isQuiet ? 'candle' : 'hearted'}
            busy={thanks.isSending}
            onClick={() => void thanks.send({ kind: 'heart', to: 'all' })}
          >
            {people.length === 1 ? 'Say thank you' : isQuiet ? 'Send thanks to everyone' : 'Thank you, all of you'}
          </Button>
          <p className="l-small">
            One tap sends {everybody} {isQuiet ? 'your thanks' : 'a heart'}.
          </p>
        </>
      )}
      {thanks.trouble && !chosen && !toAll && (
        <p className="thanks__trouble" role="alert">
          {thanks.trouble}
        </p>
      )}
      <div className="thanks__two">
        <Button kind="second" icon="pen" onClick={() => setToAll('note')}>
          Write a note
        </Button>
        <Button kind="second" icon="rec" onClick={() => setToAll('video')}>
          Say it on video
        </Button>
      </div>
      {props.isSender && <SentVideos {...props} />}
      {(chosen || toAll) && (
        <ThanksSheet {...props} key={chosen?.id ?? toAll} way={toAll} thanks={thanks} onClose={closeSheet} />
      )}
      {thanks.fresh && <UndoToast what={<Sent of={thanks.fresh} {...props} />} onUndo={() => void thanks.undo()} />}
    </div>
  );
}

function UndoToast({ what, onUndo }: { what: ReactNode; onUndo(): void }) {
  return (
    <ToastShelf>
      <Toast action={{ label: 'Undo', onClick: onUndo }}>{what}</Toast>
    </ToastShelf>
  );
}

function Sent({ of: { kind, to }, people, isQuiet }: { of: Thanks } & Pick<ThankPanelProps, 'people' | 'isQuiet'>) {
  const one = people.find(({ id }) => id === to);
  const thanked = one ? <bdi>{one.name}</bdi> : 'everyone';
  if (kind === 'note') return <>Your note to {thanked} is on its way.</>;
  if (kind === 'video') return <>Your video for {thanked} is on its way.</>;
  return isQuiet ? <>Your thanks to {thanked} are on their way.</> : <>A heart for {thanked} is on its way.</>;
}
