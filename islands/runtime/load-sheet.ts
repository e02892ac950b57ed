const sheets = new Map<string, Promise<void>>();

/** Loads the style sheet of something that is opened on demand, once. */
export function loadSheet(href: string): Promise<void> {
  const known = sheets.get(href);
  if (known) return known;
  const loading = new Promise<void>((done, failed) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      sheets.delete(href);
      failed(new Error('A style sheet did not load'));
    };
    document.head.append(link);
  });
  sheets.set(href, loading);
  return loading;
}
