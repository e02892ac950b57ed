/** Whose work a page keeps: that of anybody, or that of who is signed in, which nobody else should find on the screen. */
export type StaysAs = 'as-anybody' | 'as-signed-in';
