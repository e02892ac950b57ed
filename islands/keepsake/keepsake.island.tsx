import { type FormEvent, useEffect, useState } from 'react';
import { allowKeepsake, getKeepsake, type Keepsake, packKeepsake } from '../../src/shared/contracts/keepsakes.ts';
import { bytes } from '../../src/shared/format.ts';
import { Button } from '../../views/ui/button.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { Inside, Packing, Ready } from './keepsake-parts.tsx';
import type { KeepsakeProps } from './keepsake-props.ts';

/** Between two looks while it is packed, in milliseconds. */
const LOOK = 1500;

/** What a keepsake holds, and packing it. Without script, forms; the page loads itself again while it is packed. */
export default function KeepsakeBox({ eventRef, timeZone, ...props }: KeepsakeProps) {
  const [keepsake, setKeepsake] = useState(props.keepsake);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { status, content, url, isOld = false, isForRecipients } = keepsake;
  const action = `/e/${eventRef}/keepsake`;
  const of = { params: { id: eventRef }, query: {} };
  const isPacking = status === 'packing';

  useEffect(() => {
    if (!isPacking) return;
    let isOver = false;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      api.call(getKeepsake, { params: { id: eventRef }, query: {} }).then(
        (now) => {
          if (!isOver) setKeepsake((before) => withContent(now, before));
        },
        () => undefined,
      );
    }, LOOK);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isPacking, eventRef]);

  async function change(event: FormEvent, work: () => Promise<Keepsake>) {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    try {
      const now = await work();
      setKeepsake((before) => withContent(now, before));
    } catch (error) {
      setTrouble(reasonOf(error));
    }
    setBusy(false);
  }

  return (
    <>
      {content && <Inside content={content} />}
      {isPacking && <Packing keepsake={keepsake} href={action} />}
      {status === 'failed' && (
        <Banner tone="warn" role="status" title="It couldn’t be packed">
          Nothing is lost. Try again in a moment.
        </Banner>
      )}
      {url && <Ready keepsake={keepsake} timeZone={timeZone} />}
      {content && (status === 'none' || status === 'failed' || isOld) && (
        <form method="post" action={action} onSubmit={(event) => void change(event, () => api.call(packKeepsake, of))}>
          {isOld && <p>Something has changed since this box was packed.</p>}
          <Button type="submit" kind={isOld ? 'second' : 'main'} size="big" icon="gift" busy={isBusy}>
            {isOld ? 'Pack it again' : 'Pack the box'}
          </Button>
          <p className="l-small">About {bytes(content.bytes)}. You can close this page meanwhile.</p>
        </form>
      )}
      {isForRecipients !== null && (
        <form
          className="keepsake__leave"
          method="post"
          action={`${action}/leave`}
          onSubmit={(event) =>
            void change(event, () => api.call(allowKeepsake, { ...of, body: { isForRecipients: !isForRecipients } }))
          }
        >
          <p>
            {isForRecipients
              ? 'The person the film is for can pack a box of their own, from its page.'
              : 'Only you can pack a box. The person the film is for can’t, unless you let them.'}
          </p>
          <Button
            kind="second"
            size="small"
            type="submit"
            name="isForRecipients"
            value={isForRecipients ? 'no' : 'yes'}
          >
            {isForRecipients ? 'Keep it to yourself' : 'Let them have one, too'}
          </Button>
        </form>
      )}
      <p role="status" className="keepsake__trouble">
        {trouble}
      </p>
    </>
  );
}

/** While it is packed, answers leave the content out. */
function withContent(now: Keepsake, { content }: Keepsake): Keepsake {
  return now.status === 'packing' ? { ...now, content: now.content ?? content } : now;
}
