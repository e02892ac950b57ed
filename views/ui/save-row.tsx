import { Button } from './button.tsx';

interface SaveRowProps {
  busy?: boolean;
  onCancel: () => void;
}

/** The end of a form in place or in a dialog. */
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
