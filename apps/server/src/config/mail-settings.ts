/** How mails are sent. */
export interface MailSettings {
  /** The SMTP server; if `undefined`, mails are printed to the terminal. */
  readonly smtpUrl: string | undefined;
  /** The address of the sender. */
  readonly from: string;
  /** The base of every link in a mail, without a slash at its end. */
  readonly publicUrl: string;
  /** A folder with texts that replace the built-in ones. */
  readonly templates: string | undefined;
}
