import { Guestbook } from './book.tsx';

export default Guestbook;
