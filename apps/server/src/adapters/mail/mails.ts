import { ExternalServiceFailure } from '@portcullis/adapters-http/internal/responses/error-report';
import type { MailService } from '@portcullis/application/internal/ports/mail';
import type { MailSettings } from '../../config/config.ts';
import { mailPrinter, mailSender } from './sender.ts';

/**
 * Sends mails to the configured SMTP server. Without a server in the settings, mails are printed to the terminal, for
 * development. Without settings, sending a mail fails. The SMTP library is loaded only if the settings have a server.
 */
export function mailService(settings: MailSettings | undefined): MailService {
  const requireAvailable = (): MailSettings => {
    if (settings !== undefined) return settings;
    throw new ExternalServiceFailure('SMTP_URL is not set, so no mail can be sent.');
  };
  let loading: Promise<Pick<MailService, 'send'>> | undefined;
  const load = async (): Promise<Pick<MailService, 'send'>> => {
    const { smtpUrl, ...mails } = requireAvailable();
    if (smtpUrl === undefined) return mailPrinter(mails);
    const { smtpDelivery } = await import('./smtp-delivery.ts');
    return mailSender({ ...mails, deliver: smtpDelivery(smtpUrl) });
  };
  return {
    hasServer: () => settings?.smtpUrl !== undefined,
    isAvailable: () => settings !== undefined,
    requireAvailable: () => void requireAvailable(),
    send: async (mail, signal) => (await (loading ??= load())).send(mail, signal),
  };
}
