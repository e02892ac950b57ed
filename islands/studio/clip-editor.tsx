import { useId, useRef, useState } from 'react';
import { tidyCues } from '../../src/shared/captions.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { cutsInside, playedPart } from '../../src/shared/edited-length.ts';
import { IconButton } from '../../views/ui/button.tsx';
import type { IconName } from '../../views/ui/icon.tsx';
import { cueAt } from './caption-list.ts';
import { CaptionsPanel } from './captions-panel.tsx';
import { useEditDraft } from './edit-draft.ts';
import { LengthPanel, PicturePanel, SoundPanel } from './edit-panels.tsx';
import { useEditPlay } from './edit-play.ts';
import { EditStage } from './edit-stage.tsx';
import { EditStrip } from './edit-strip.tsx';
import { tenths } from './edit-words.ts';
import { EditorFrame, EditorTabs } from './editor-frame.tsx';
import { saveEdit, takePoster } from './save-edit.ts';
import { TrimPanel } from './trim-panel.tsx';
import { useComparedSound } from './use-compared-sound.ts';
import type { Studio } from './use-studio.ts';

interface ClipEditorProps {
  clip: Media;
  /** Such as "3 of 12". */
  place: string;
  studio: Studio;
  onClose: () => void;
}

type Tab = 'trim' | 'sound' | 'picture' | 'length' | 'captions';
const TABS: Record<Tab, { title: string; icon: IconName }> = {
  trim: { title: 'Trim', icon: 'trim' },
  sound: { title: 'Sound', icon: 'volume' },
  picture: { title: 'Picture', icon: 'photo' },
  length: { title: 'Length', icon: 'clock' },
  captions: { title: 'Captions', icon: 'cc' },
};
const TABS_OF: Record<Media['kind'], readonly [Tab, ...Tab[]]> = {
  video: ['trim', 'sound', 'picture', 'captions'],
  audio: ['trim', 'sound', 'captions'],
  photo: ['picture', 'length'],
  text: ['length'],
};

/** Edits a clip: the picture, its transport and the strip stay, the panel below or beside them changes. */
export function ClipEditor({ clip, place, studio, onClose }: ClipEditorProps) {
  const panelId = useId();
  const video = useRef<HTMLVideoElement>(null);
  const draft = useEditDraft(clip.id, { ...clip.edit, captions: clip.captions });
  const { edit } = draft;
  const whole = clip.source?.length ?? clip.length;
  const play = useEditPlay(video, whole, edit);
  const listening = useComparedSound(clip, whole, play);
  const tabs = TABS_OF[clip.kind];
  const [tab, setTab] = useState<Tab>(tabs[0]);
  const [cut, setCut] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const { name } = clip.contributor;
  const isRecording = clip.kind === 'video' || clip.kind === 'audio';
  const canPlay = isRecording && clip.source != null;

  const discard = () => {
    draft.forget();
    onClose();
  };
  async function save() {
    if (!draft.isChanged) return onClose();
    setSaving(true);
    const { cuts: drawn, ...others } = edit;
    // A trim may have moved into a cut, or past it.
    const cuts = canPlay ? cutsInside(playedPart(whole, edit), drawn) : (drawn ?? []);
    const captions = tidyCues(edit.captions ?? [], clip.source?.length);
    const drafted = { ...others, ...(cuts.length > 0 && { cuts }), captions };
    const saved = await saveEdit(studio, clip, drafted, draft.from, ({ message, fields }) =>
      setProblem(Object.values(fields)[0] ?? message),
    );
    setSaving(false);
    if (!saved) return;
    draft.keep(drafted);
    onClose();
  }

  return (
    <EditorFrame
      title={
        <>
          <bdi>{name}</bdi> <span className="l-small">{place}</span>
        </>
      }
      undoesTyping
      {...{ draft, problem, isSaving }}
      onSave={() => void save()}
      onDiscard={discard}
    >
      <section className="clip-editor__deck" aria-label="Clip">
        <EditStage
          clip={clip}
          edit={edit}
          caption={cueAt(edit.captions, play.at)?.text}
          video={video}
          isCropping={tab === 'picture'}
          onCrop={(change) => draft.set(({ crop }) => ({ crop: change(crop) }), 'crop')}
        />
        {canPlay && (
          <>
            <div className="clip-editor__transport">
              <IconButton
                icon={play.isPlaying ? 'pause' : 'play'}
                label={play.isPlaying ? 'Pause' : 'Play'}
                onClick={() => void play.toggle()}
              />
              <span className="l-num">
                {tenths(play.at)} of {tenths(whole)}
              </span>
              <IconButton icon="skip-back" className="l-push" label="One frame back" onClick={() => play.step(-1)} />
              <IconButton icon="skip-forward" label="One frame on" onClick={() => play.step(1)} />
            </div>
            <EditStrip
              url={clip.source?.url ?? ''}
              whole={whole}
              edit={edit}
              at={play.at}
              hasPicture={clip.kind === 'video'}
              canTrim={tab === 'trim'}
              cut={cut}
              onSeek={play.seek}
              onTrim={(change) => draft.set(({ trim }) => ({ trim: { start: 0, end: 0, ...trim, ...change } }), 'trim')}
              onCut={(index, change) =>
                draft.set(
                  ({ cuts }) => ({ cuts: cuts?.map((each, at) => (at === index ? { ...each, ...change } : each)) }),
                  `cut ${index}`,
                )
              }
            />
          </>
        )}
      </section>
      <EditorTabs
        tabs={tabs.map((each) => [each, TABS[each]] as const)}
        tab={tab}
        panelId={panelId}
        onChoose={setTab}
      />
      <section className="clip-editor__panel" id={panelId} role="tabpanel" aria-label={TABS[tab].title}>
        {tab === 'trim' && !canPlay ? (
          <p>
            This clip was edited before all of it could be shown here. Revert its edits once, and the whole clip is
            back.
          </p>
        ) : (
          tab === 'trim' && <TrimPanel {...{ clip, draft, studio, whole, play, cut }} onCut={setCut} />
        )}
        {tab === 'sound' && <SoundPanel {...{ clip, draft, listening }} />}
        {tab === 'picture' && (
          <PicturePanel
            {...{ clip, draft }}
            onPoster={canPlay && clip.status === 'ready' ? () => takePoster(studio, clip, play.at) : null}
          />
        )}
        {tab === 'captions' && <CaptionsPanel {...{ clip, draft, studio, whole, play }} />}
        {tab === 'length' && <LengthPanel {...{ clip, draft }} />}
        <audio {...listening.audio} />
      </section>
    </EditorFrame>
  );
}
