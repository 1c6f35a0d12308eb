import { PortcullisError } from '@portcullis/client';
import { language } from '../language/language.ts';
import { errorMessagesInChinese } from '../language/error-messages-zh.ts';
import { commonMessages } from './messages.ts';

/**
 * An error that does not come from the service, such as an invalid time or a cancelled dialog. If `field` is undefined,
 * the error concerns the entire form.
 */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly field: string | undefined;

  constructor(field: string | undefined, message: string) {
    super(message);
    this.field = field;
  }
}

/** @returns the text to show for a failed request: usually the message of the service, which is written for people. */
export function messageOf(error: unknown): string {
  const text = commonMessages();
  if (!(error instanceof PortcullisError)) return text.unreachable;
  if (error.reason === 'role-required' || error.reason === 'permission-required') return text.forbidden;
  const translated = error.reason === undefined ? undefined : errorMessagesInChinese[error.reason];
  return (language.value === 'zh' ? translated : undefined) ?? error.message;
}
