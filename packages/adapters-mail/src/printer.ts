import type { MailService } from '@portcullis/application';
import { renderMail } from './render.ts';
import { readTexts } from './texts.ts';

export interface MailPrinterOptions {
  /** The base URL of the links in mails, without a trailing slash. */
  readonly publicUrl: string;
  /** A folder with mail texts that override the built-in texts. */
  readonly templates: string | undefined;
  readonly print: (text: string) => void;
}

/** Prints mails instead of sending them, for development. */
export function mailPrinter({ publicUrl, templates, print }: MailPrinterOptions): Pick<MailService, 'send'> {
  const texts = readTexts(templates);
  return {
    send: async (mail) => {
      const { subject, text } = renderMail(texts, mail, publicUrl);
      print(`\nMail to ${mail.to}\nSubject: ${subject}\n\n${text}\n`);
      return { result: 'success', responseStatus: null, responseBody: null, error: null };
    },
  };
}
