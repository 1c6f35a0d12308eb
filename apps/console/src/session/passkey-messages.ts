import { defineMessages } from '../language/messages.ts';

export const passkeyMessages = defineMessages(
  {
    use: 'Use a passkey',
    using: 'Waiting for the passkey…',
    cancelled: 'The browser did not use a passkey. Please try again.',
    otherAddress: (domain: string) => `Passkeys work only where the service is opened at ${domain}.`,
    present: 'This device already has a passkey of your account.',
  },
  {
    use: '使用通行密钥',
    using: '正在等待通行密钥…',
    cancelled: '浏览器未使用通行密钥，请重试。',
    otherAddress: (domain: string) => `只有通过 ${domain} 打开服务时才能使用通行密钥。`,
    present: '此设备已有您账号的通行密钥。',
  },
);
