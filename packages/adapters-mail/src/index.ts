export { mailPrinter, type MailPrinterOptions } from './printer.ts';
export { mailSender, type MailSenderOptions } from './sender.ts';
