import { useState } from 'react';
import { Notice, type NoticeLink } from '../../views/ui/notice.tsx';
import { dismiss } from './dismissal.ts';

export interface NoticeIslandProps {
  id: string;
  type: string;
  message: string;
  link: NoticeLink | null;
}

/** An announcement that can be dismissed permanently. */
export default function NoticeIsland({ id, type, message, link }: NoticeIslandProps) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;

  function close(): void {
    dismiss(id);
    setClosed(true);
    // The focused button is gone, so move the focus.
    document.getElementById('main')?.focus({ preventScroll: true });
  }
  return (
    <Notice type={type} link={link} onClose={close}>
      {message}
    </Notice>
  );
}
