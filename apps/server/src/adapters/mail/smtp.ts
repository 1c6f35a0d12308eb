import { importOptional, smtpPackage } from '../../config/optional-packages.ts';
import type { MailSenderOptions } from './sender.ts';

/** The exports of the optional package that contains the SMTP library. */
interface Smtp {
  readonly smtpDelivery: (smtpUrl: string) => MailSenderOptions['deliver'];
  readonly checkServer: (smtpUrl: string) => Promise<void>;
}

/** Loads the SMTP library. @throws {ConfigError} if it is not installed */
export const loadSmtp = (): Promise<Smtp> => importOptional<Smtp>(smtpPackage);
