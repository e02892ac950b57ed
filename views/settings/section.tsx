import type { ReactNode } from 'react';
import { Banner } from '../ui/notice.tsx';
import type { SettingsNote } from './settings-props.ts';

interface SectionProps {
  id: 'account' | 'security' | 'mails' | 'data';
  title: string;
  intro?: ReactNode;
  note?: SettingsNote | null;
  children: ReactNode;
}

/** A section of the settings with the result of the last action. */
export function Section({ id, title, intro, note, children }: SectionProps) {
  return (
    <section className="settings__part" id={id} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {intro && <p className="l-small">{intro}</p>}
      </div>
      {note?.section === id && (
        <Banner tone={note.tone} role={note.tone === 'bad' ? 'alert' : 'status'}>
          {note.text}
        </Banner>
      )}
      {children}
    </section>
  );
}
