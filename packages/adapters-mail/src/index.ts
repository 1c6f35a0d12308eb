export { mailPrinter, type MailPrinterOptions } from './printer.ts';
export { mailSender, type MailMessage, type MailSenderOptions } from './sender.ts';
