import { useState } from 'react';
import { Button } from '../../views/ui/button.tsx';

/** Loads earlier messages. */
export function EarlierButton({ load }: { load: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      kind="quiet"
      size="small"
      busy={isBusy}
      onClick={() => {
        setBusy(true);
        load()
          .catch(() => undefined)
          .finally(() => setBusy(false));
      }}
    >
      Earlier messages
    </Button>
  );
}
