export { smtpDelivery, type SmtpMessage } from './delivery.ts';
