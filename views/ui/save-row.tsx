import { Button } from './button.tsx';

interface SaveRowProps {
  busy?: boolean;
  onCancel: () => void;
}

/** Save and cancel buttons of an inline form or dialog. */
export function SaveRow({ busy, onCancel }: SaveRowProps) {
  return (
    <div className="l-row">
      <Button type="submit" busy={busy}>
        Save
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
