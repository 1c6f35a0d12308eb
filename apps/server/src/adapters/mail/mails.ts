import { ExternalServiceFailure } from '@portcullis/adapters-http';
import type { MailService } from '@portcullis/application';
import type { MailSettings } from '../../config/config.ts';
import { importOptional, smtpPackage } from '../../config/optional-packages.ts';
import { mailPrinter, mailSender, type MailSenderOptions } from './sender.ts';

/** The exports of the optional package that contains the SMTP library. */
interface Smtp {
  readonly smtpDelivery: (smtpUrl: string) => MailSenderOptions['deliver'];
}

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
    const { smtpUrl, from, publicUrl, templates } = requireAvailable();
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
