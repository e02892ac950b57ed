import { useEffect, useRef } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { Button } from '../../views/ui/button.tsx';
import type { EditDraft } from './edit-draft.ts';
import { transcribe } from './save-edit.ts';
import { timelineOf } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

interface CaptionListenProps {
  clip: Media;
  draft: EditDraft;
  studio: Studio;
}

/** Has the captions of this clip, or of all without any, written by listening. */
export function CaptionListen({ clip, draft, studio }: CaptionListenProps) {
  const isListening = isHeard(clip);
  const was = useRef(isListening);
  // What was written arrives with the clip, while the draft holds what was there before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the listening ends
  useEffect(() => {
    if (was.current && clip.transcription === null) draft.take({ captions: clip.captions });
    was.current = isListening;
  }, [isListening, clip.transcription]);

  const others = timelineOf(studio.event).filter(
    (each) =>
      (each.kind === 'video' || each.kind === 'audio') &&
      each.id !== clip.id &&
      each.status === 'ready' &&
      each.source &&
      each.captions.length === 0 &&
      !isHeard(each),
  );
  const { status, message } = clip.transcription ?? {};
  return (
    <>
      <div className="l-row">
        <Button
          kind="second"
          size="small"
          icon="volume"
          busy={isListening}
          onClick={() => void transcribe(studio, [clip])}
        >
          {isListening ? 'Listening' : 'Listen and write them'}
        </Button>
        {others.length > 0 && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => void transcribe(studio, isListening ? others : [clip, ...others])}
          >
            For all clips without captions
          </Button>
        )}
      </div>
      <p className="l-small" role="status">
        {status === 'queued' && 'Waiting for its turn. You can go on meanwhile.'}
        {status === 'running' && 'Listening to the clip. This can take as long as it lasts.'}
        {status === 'failed' && message}
      </p>
      {!studio.hearsWords && (
        <p className="l-small">
          This is a test version that can’t understand words: it only writes “(speech)” where somebody talks.
        </p>
      )}
    </>
  );
}

function isHeard({ transcription }: Media): boolean {
  return transcription?.status === 'queued' || transcription?.status === 'running';
}
