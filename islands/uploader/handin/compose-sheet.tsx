import { type FormEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { typedLine } from '../../../src/shared/hidden-characters.ts';
import { looksLikeMail } from '../../../src/shared/looks-like-mail.ts';
import { Button } from '../../../views/ui/button.tsx';
import { Drawer } from '../../../views/ui/drawer.tsx';
import { Banner } from '../../../views/ui/notice.tsx';
import type { UploadQueue } from '../core/queue.ts';
import type { QueueView } from '../core/queue-state.ts';
import type { Contributor, UploadItem } from '../core/upload-item.ts';
import { ChosenClip } from './chosen-clip.tsx';
import { itemName } from './clip-words.ts';
import { FromFields } from './from-fields.tsx';
import { type HandinAbout, nameMissing, sendLabel, sheetTitle, whoSees } from './handin-words.tsx';
import { OthersField, useOthers } from './others-field.tsx';
import { ThrownAway } from './thrown-away.tsx';
import { WhoIsIn } from './who-is-in.tsx';

export interface ComposeSheetProps {
  queue: UploadQueue;
  view: QueueView;
  about: HandinAbout;
  drafts: readonly UploadItem[];
  posters: Readonly<Record<string, string>>;
  /** The contributor's known data. */
  known: Contributor;
  onClose(): void;
  onSent(): void;
  onDiscard(id: string): void;
  /** A draft has just been discarded. */
  canUndo: boolean;
  onUndo(): void;
  onRecordAgain(item: UploadItem): void;
}

/** Review before sending: clips, sender, and Send. Uploads continue in the background. */
export function ComposeSheet(props: ComposeSheetProps) {
  const { queue, view, about, drafts, known, onClose, onSent } = props;
  const form = useId();
  const [picked, setPicked] = useState<string | null>(null);
  const [names, setNames] = useState<Record<string, string>>({});
  const [isTried, setTried] = useState(false);
  const others = useOthers();
  const broken = drafts.filter(({ phase }) => phase === 'failed');
  const good = drafts.filter(({ phase }) => phase !== 'failed');
  const shown = good.find(({ id }) => id === picked) ?? good[0];
  const errors = problemsOf(known);

  /** An organiser's own recording is theirs; the person in a file is unknown. */
  const nameOf = (item: UploadItem) => names[item.id] ?? (item.isRecorded || item.kind === 'text' ? known.name : '');

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Rendered at once: focus that moves later would interrupt somebody who is already typing.
    flushSync(() => setTried(true));
    const isReady = about.isMaker ? good.every((item) => typedLine(nameOf(item))) : !errors.name && !errors.email;
    if (!isReady) return event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    queue.dismissNotice();
    for (const item of good) {
      const name = typedLine(about.isMaker ? nameOf(item) : known.name);
      queue.send(item.id, { name, email: about.isMaker ? '' : known.email.trim(), with: others.all() }, !about.isMaker);
    }
    onSent();
  };

  return (
    <Drawer
      isRoomy
      className="handin"
      title={sheetTitle(about, good)}
      closeLabel="Close. It stays on this device until you send it"
      onClose={onClose}
      footer={
        good.length > 0 ? (
          <>
            <Button type="submit" form={form} size="big" wide icon="send">
              {sendLabel(about)}
            </Button>
            {!about.isMaker && <p className="l-fine">{whoSees(about)}</p>}
          </>
        ) : (
          <Button kind="second" wide onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {broken.map((item) => (
        <Banner
          key={item.id}
          tone="bad"
          role="status"
          title={<bdi>{itemName(item)}</bdi>}
          action={
            <Button kind="quiet" size="small" onClick={() => queue.remove(item.id)}>
              Remove
            </Button>
          }
        >
          {item.problem?.message ?? 'We couldn’t read this one.'}
        </Banner>
      ))}
      {view.notice && (
        <Banner tone="info" role="status">
          {view.notice}
        </Banner>
      )}
      {props.canUndo && <ThrownAway onUndo={props.onUndo} />}
      {shown && <ChosenClip {...props} drafts={good} item={shown} onPick={setPicked} />}
      {good.length > 0 && (
        <form className="handin__who" id={form} noValidate onSubmit={send}>
          {about.isMaker ? (
            <WhoIsIn
              items={good}
              nameOf={nameOf}
              isTried={isTried}
              onFocus={setPicked}
              onName={(id, name) => setNames((now) => ({ ...now, [id]: name }))}
            />
          ) : (
            <FromFields
              about={about}
              known={known}
              errors={{
                name: isTried && errors.name ? nameMissing(about) : undefined,
                email: isTried && errors.email ? 'Check the address: it should look like name@example.com.' : undefined,
              }}
              onChange={(given) => queue.setContributor(given)}
            >
              <OthersField {...others} />
            </FromFields>
          )}
        </form>
      )}
    </Drawer>
  );
}

function problemsOf({ name, email }: Contributor): { name: boolean; email: boolean } {
  return { name: typedLine(name) === '', email: email.trim() !== '' && !looksLikeMail(email) };
}
