export { Guestbook as default } from './book.tsx';
