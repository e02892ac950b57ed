/** An email address, as the contracts take it. It is zod’s, without zod for islands. */
export const MAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether the text is an email address that the server takes. */
export function looksLikeMail(text: string): boolean {
  return MAIL.test(text.trim());
}
