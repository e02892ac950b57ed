import { useEffect, useState } from 'react';
import { Button } from '../../views/ui/button.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { differs, freshPage } from '../runtime/fresh-page.ts';
import { watchEvent } from '../runtime/socket-client.ts';
import { useDebounced } from '../runtime/use-debounced.ts';

export interface LivePartProps {
  /** Reference of the event. */
  event: string;
  /** Id of the part of this page that shows it. */
  part: string;
}

/** Keeps a part of the page up to date with what was ordered and given; where somebody is typing, it offers to. */
export default function LivePart({ event, part }: LivePartProps) {
  const [isOld, setOld] = useState(false);
  const refresh = useDebounced(() => renew(part).then(setOld));
  useEffect(() => {
    const changed = () => refresh();
    const watch = watchEvent(
      '/users',
      { event },
      { 'order:updated': changed, 'postcard:updated': changed, 'pool:updated': changed },
      changed,
    );
    return () => watch.stop();
  }, [event, refresh]);
  if (!isOld) return null;
  return (
    <Banner
      tone="info"
      icon="info"
      role="status"
      action={
        <Button kind="second" size="small" onClick={() => window.location.assign(window.location.pathname)}>
          Show it
        </Button>
      }
    >
      Something has changed here.
    </Banner>
  );
}

/** Reads a part of this page again; true if it stayed as it was: somebody is typing in it, or the page has no such part now. */
async function renew(part: string): Promise<boolean> {
  const page = await freshPage();
  const old = document.getElementById(part);
  if (!page || !old) return false;
  const fresh = page.getElementById(part);
  if (!fresh) return true;
  if (!differs(fresh, old)) return false;
  const fields = [...old.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')];
  if (fields.some((field) => field === document.activeElement || field.value !== field.defaultValue)) return true;
  old.replaceWith(fresh);
  return false;
}
