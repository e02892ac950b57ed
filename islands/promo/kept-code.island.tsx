import { useEffect, useState } from 'react';
import type { EarnedCode } from '../../src/shared/contracts/media.ts';
import { Banner } from '../../views/ui/notice.tsx';
import { keptCode } from './kept-code.ts';

export interface KeptCodeProps {
  /** The event that is paid for; null before there is one. */
  eventId: string | null;
  /** Id of the empty text field to fill in; null to only say that there is a code. */
  field: string | null;
}

/** The code that this browser has earned with a clip: announced at the start, filled in when the film is paid for. */
export default function KeptCode({ eventId, field }: KeptCodeProps) {
  const [kept, setKept] = useState<EarnedCode | null>(null);

  useEffect(() => {
    const known = keptCode(eventId);
    if (!known) return;
    if (field === null) return setKept(known);
    const input = document.getElementById(field);
    if (!(input instanceof HTMLInputElement) || input.value) return;
    void import('./check-kept.ts')
      .then(({ isUsable }) => isUsable(known, eventId))
      .then((usable) => {
        if (!usable || input.value) return;
        input.value = known.code;
        setKept(known);
      });
  }, [eventId, field]);

  if (!kept) return null;
  return (
    <Banner tone="good" icon="check" role="status">
      {field === null
        ? `You have ${kept.label}, for a clip you once sent. We’ll fill in your code when you pay.`
        : `We’ve filled in your code for ${kept.label}. Press Apply to use it.`}
    </Banner>
  );
}
