import { randomUUID } from 'node:crypto';
import type { InstallationFinding as Finding } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import { ConfigError } from '../config/config-error.ts';
import { readConfig, type Config } from '../config/config.ts';
import { gatherFacts } from '../doctor/facts.ts';
import { failed, findingsOf } from '../doctor/finding.ts';
import { judge } from '../doctor/judge.ts';
import { errorMessageFor } from './command-failure.ts';
import { loadModules } from './load-modules.ts';
import { FailedChecks, say, type Terminal } from './terminal.ts';

interface DoctorOptions {
  readonly json?: true;
  /** The e-mail address that gets a test message. */
  readonly mail?: string;
  /** The file with further modules. */
  readonly modules?: string;
}

/**
 * Prints what is right and wrong with the installation that the variables describe.
 * @throws {FailedChecks}
 */
export async function examine(terminal: Terminal, options: DoctorOptions): Promise<void> {
  const findings = await examineSettings(terminal, options);
  if (options.json) say(terminal, JSON.stringify(findings, undefined, 2));
  else for (const finding of findings) say(terminal, lineOf(finding));
  const count = findings.filter(({ status }) => status === 'failed').length;
  if (count > 0) throw new FailedChecks(`${count} of ${findings.length} checks failed.`);
}

async function examineSettings({ env }: Terminal, { mail, modules: file }: DoctorOptions): Promise<readonly Finding[]> {
  const modules = await loadModules(file);
  try {
    const config = readConfig(env, { modules });
    const findings = judge(await gatherFacts(config, { modules, describe }));
    return mail === undefined ? findings : [...findings, ...(await sendTestMessage(config, mail))];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return findingsOf('settings', '', error.message.split('\n').map(failed));
  }
}

const describe = (error: unknown): string => errorMessageFor(error).text.replaceAll('\n', ' ');

/** The width of the longest status. */
const statusWidth = 'warning'.length;
const partWidth = 'migrations'.length;

const shown: Readonly<Record<Finding['status'], string>> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'FAILED',
  skipped: 'skipped',
};

const lineOf = ({ part, status, message }: Finding): string =>
  `${shown[status].padEnd(statusWidth)}  ${part.padEnd(partWidth)}  ${message}`;

async function sendTestMessage({ mail }: Config, to: string): Promise<readonly Finding[]> {
  if (mail?.smtpUrl === undefined) {
    return findingsOf('mail', '', [failed('SMTP_URL is not set, so no test message can be sent.')]);
  }
  const { smtpDelivery } = await import('../adapters/mail/smtp-delivery.ts');
  const text = `This message shows that ${mail.publicUrl} can send mails.`;
  const message = {
    from: mail.from,
    to,
    messageId: `<${randomUUID()}@${new URL(mail.publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject: 'Test message of Portcullis',
    text,
    html: `<p>${text}</p>`,
  };
  const { result, error, responseBody } = await smtpDelivery(mail.smtpUrl)(message, undefined);
  return findingsOf('mail', `The mail server has taken the test message (${responseBody?.trim() ?? 'no text'}).`, [
    result !== 'success' && failed(`The test message was not sent: ${error ?? 'no reason given'}.`),
  ]);
}
