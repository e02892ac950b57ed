import { createContext } from 'react';

/** What a mail is being written as: the same words either way. */
export const MailFormat = createContext<'html' | 'text'>('html');

export const SERIF = "Georgia,'Times New Roman',serif";
export const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
