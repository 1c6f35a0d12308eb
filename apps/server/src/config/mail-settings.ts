export interface MailSettings {
  /** The SMTP server; if `undefined`, mails are printed to the terminal. */
  readonly smtpUrl: string | undefined;
  /** The e-mail address of the sender. */
  readonly from: string;
  /** The base URL of the links in mails, without a slash at its end. */
  readonly publicUrl: string;
  /** A folder with mail texts that replace the built-in texts. */
  readonly templates: string | undefined;
}
