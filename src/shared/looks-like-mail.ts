/** Whether the text looks like a complete email address; the server checks it fully. */
export function looksLikeMail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim());
}
