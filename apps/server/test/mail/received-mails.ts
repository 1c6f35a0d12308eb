import { setTimeout as sleep } from 'node:timers/promises';
import type { ParsedMail } from 'mailparser';
import { startService, type Service } from '../support/service.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';

export const publicUrl = 'https://cms.example.com/base';

/** The environment variables of a service that sends its mails to the mailbox. */
export const mailVariables = ({ url }: Mailbox) => ({
  DELIVERIES: 'true',
  SMTP_URL: url,
  MAIL_FROM: 'Portcullis <no-reply@example.com>',
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '1',
});

/**
 * Opens a mailbox and starts a service that sends its mails to it, before the tests of a suite. Both are closed after
 * the tests.
 * @param use called with the mailbox and the service before the first test
 */
export function useMailingService(
  use: (opened: { readonly mailbox: Mailbox; readonly service: Service }) => void,
): void {
  let mailbox: Mailbox;
  let service: Service;

  before(async () => {
    mailbox = await openMailbox();
    service = await startService(mailVariables(mailbox));
    use({ mailbox, service });
  });
  after(async () => {
    await service.stop();
    await mailbox.close();
  });
}

/** Waits at most 30 s for a mail to an e-mail address, removes the mail from the mailbox, and returns it. */
export async function mailTo({ received }: Mailbox, address: string): Promise<ParsedMail> {
  for (let waits = 0; waits < 600; waits += 1) {
    const found = received.findLastIndex(({ to }) => [to].flat().some((each) => each?.text === address));
    const [mail] = found < 0 ? [] : received.splice(found, 1);
    if (mail !== undefined) return mail;
    await sleep(50);
  }
  throw new Error(`There is no mail to ${address}.`);
}

export const linkIn = ({ text = '' }: ParsedMail): URL => new URL(/https?:\S+/.exec(text)?.[0] ?? 'none:');

/** Returns the token in the URL fragment of the link in a mail. */
export const tokenIn = (mail: ParsedMail): string => linkIn(mail).hash.replace(/^#[\w-]+=/, '');
