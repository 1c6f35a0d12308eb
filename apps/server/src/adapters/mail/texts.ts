import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailLanguage, MailPurpose } from '@portcullis/domain/internal/accounts/mail-link';
import { builtInTexts, type MailText, type MailTexts } from './built-in-texts.ts';

/**
 * Returns the mail texts. Files in the folder override the built-in texts. For example, `invitation.en.txt` and
 * `invitation.en.html` contain the English mail for the purpose `invitation`. The first line of the `.txt` file is the
 * subject of the mail. The names of the Chinese files contain `zh` instead of `en`.
 */
export function readTexts(folder: string | undefined): MailTexts {
  const textOf = (purpose: MailPurpose, language: MailLanguage): MailText => {
    const builtIn = builtInTexts[purpose][language];
    if (folder === undefined) return builtIn;
    const read = (ending: string): string | undefined => {
      const file = join(folder, `${purpose}.${language}.${ending}`);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    };
    return { ...builtIn, ...plainParts(read('txt')), html: read('html') ?? builtIn.html };
  };
  const languagesOf = (purpose: MailPurpose) => ({ en: textOf(purpose, 'en'), zh: textOf(purpose, 'zh') });
  return {
    'password-reset': languagesOf('password-reset'),
    invitation: languagesOf('invitation'),
    'email-change': languagesOf('email-change'),
    'email-change-notice': languagesOf('email-change-notice'),
  };
}

function plainParts(file: string | undefined): Partial<MailText> {
  if (file === undefined) return {};
  const [subject = '', ...lines] = file.split(/\r?\n/);
  return { subject: subject.replace(/^Subject:\s*/i, ''), text: lines.join('\n').trimStart() };
}
