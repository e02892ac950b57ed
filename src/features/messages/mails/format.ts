import { createContext } from 'react';

/** Output format of a mail, with the same content. */
export const MailFormat = createContext<'html' | 'text'>('html');

export const SERIF = "Georgia,'Times New Roman',serif";
export const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
