/** A section of a legal page; plain text. */
export interface Chapter {
  id: string;
  title: string;
  paragraphs?: readonly string[];
  items?: readonly string[];
  /** Link below the text. */
  link?: { href: string; label: string };
  /** A setting shown with the section. */
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
