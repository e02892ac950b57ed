/** A page of sections to read; pure text. */
export interface Chapter {
  id: string;
  title: string;
  paragraphs?: readonly string[];
  items?: readonly string[];
  /** Where the reader can go from here; stands below the text. */
  link?: { href: string; label: string };
  /** What can be decided right here. */
  choice?: 'counting';
}

export interface LegalText {
  path: string;
  title: string;
  heading: string;
  description: string;
  lead: string;
  updated: string;
  short: readonly string[];
  chapters: readonly Chapter[];
}
