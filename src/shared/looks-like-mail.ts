/** Whether somebody has typed an address to the end, as far as a browser can tell; the server looks closer. */
export function looksLikeMail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim());
}
