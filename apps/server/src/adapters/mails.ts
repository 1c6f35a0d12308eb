import { ExternalServiceFailure } from '@portcullis/adapters-http';
import type { MailSenderOptions } from '@portcullis/adapters-mail';
import type { MailService } from '@portcullis/application';
import type { MailSettings } from '../config/mail-settings.ts';
import { importOptional, smtpPackage } from '../config/optional-packages.ts';

/** The exports of the package with the SMTP library. */
interface Smtp {
  readonly smtpDelivery: (smtpUrl: string) => MailSenderOptions['deliver'];
}

/**
 * Sends mails to the configured SMTP server. If the settings name no server, mails are printed to the terminal, for
 * development; without settings no mail can be sent. Only a service with a server loads the SMTP library.
 */
export function mailService(settings: MailSettings | undefined): MailService {
  const requireAvailable = (): MailSettings => {
    if (settings !== undefined) return settings;
    throw new ExternalServiceFailure('SMTP_URL is not set, so no mail can be sent.');
  };
  let loading: Promise<Pick<MailService, 'send'>> | undefined;
  const load = async (): Promise<Pick<MailService, 'send'>> => {
    const { smtpUrl, from, publicUrl, templates } = requireAvailable();
    const { mailPrinter, mailSender } = await import('@portcullis/adapters-mail');
    if (smtpUrl === undefined)
      return mailPrinter({ publicUrl, templates, print: (text) => process.stderr.write(text) });
    const { smtpDelivery } = await importOptional<Smtp>(smtpPackage);
    return mailSender({ from, publicUrl, templates, deliver: smtpDelivery(smtpUrl) });
  };
  return {
    hasServer: () => settings?.smtpUrl !== undefined,
    requireAvailable: () => void requireAvailable(),
    send: async (mail, signal) => (await (loading ??= load())).send(mail, signal),
  };
}
