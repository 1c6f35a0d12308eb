import { defineMessages } from '../language/messages.ts';

export const passkeyMessages = defineMessages({
  use: ['Use a passkey', '使用通行密钥'],
  using: ['Waiting for the passkey…', '正在等待通行密钥…'],
  cancelled: ['The browser did not use a passkey. Please try again.', '浏览器未使用通行密钥，请重试。'],
  otherAddress: (domain: string) => [
    `Passkeys work only where the service is opened at ${domain}.`,
    `只有通过 ${domain} 打开服务时才能使用通行密钥。`,
  ],
  present: ['This device already has a passkey of your account.', '此设备已有您账号的通行密钥。'],
});
