import type { MailLanguage, MailPurpose } from '@portcullis/domain';

/** The texts of a mail in one language, with placeholders such as `{{link}}`. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type MailTexts = Readonly<Record<MailPurpose, Readonly<Record<MailLanguage, MailText>>>>;
