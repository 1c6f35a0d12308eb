import { defineMessages } from '../language/messages.ts';

export const apiKeyMessages = defineMessages({
  title: ['API keys', 'API 密钥'],
  ofServices: [
    'The keys of all service accounts, which you create under Users. Your own keys are in your account.',
    '所有服务账号的密钥。服务账号在“用户”页面中新建。您自己的密钥在您的账号页面。',
  ],
  none: [
    'There are no API keys. A program uses a key to call the API with some of the rights of its owner.',
    '没有 API 密钥。程序使用密钥，以所有者的部分权限调用 API。',
  ],
  searchIn: ['name', '名称'],
  create: ['Create API key', '新建 API 密钥'],
  createHint: [
    'A key passes checks of permissions only, never of roles. The key of an administrator can change contents only if a role of the administrator has the permissions of contents.',
    '密钥只能通过权限检查，不能通过角色检查。仅当管理员的某个角色拥有内容权限时，该管理员的密钥才能修改内容。',
  ],
  owner: ['Owner', '所有者'],
  name: ['Name', '名称'],
  nameHint: ['What the key is for.', '密钥的用途。'],
  permissions: ['Permissions', '权限'],
  permissionsHint: [
    'One code on each line, such as user.read. The key has those of them that its owner holds.',
    '每行一个代码，例如 user.read。密钥只拥有其中所有者持有的权限。',
  ],
  readOnly: ['Can only read', '只读'],
  addresses: ['Allowed addresses', '允许的地址'],
  addressesHint: [
    'One IP address or range on each line, such as 192.0.2.0/24. Empty: every address.',
    '每行一个 IP 地址或网段，例如 192.0.2.0/24。留空表示不限。',
  ],
  expires: ['Expires', '到期时间'],
  expiresHint: ['At most 365 days from now. Empty: in 90 days.', '最长 365 天。留空表示 90 天后。'],
  lastUsed: ['Last used', '上次使用'],
  never: ['never', '从未使用'],
  keyOf: ['The API key', 'API 密钥'],
  keyHint: ['Copy the key now. It is shown only once.', '请立即复制密钥，它只显示一次。'],
  goOn: ['Go on', '继续'],
  edit: ['Change', '修改'],
  editOf: (name: string) => [`Change the key ${name}`, `修改密钥 ${name}`],
  rotate: ['Rotate', '轮换'],
  rotateOf: (name: string) => [`Rotate the key ${name}`, `轮换密钥 ${name}`],
  rotateTitle: ['Rotate the key?', '轮换密钥？'],
  rotateConsequence: [
    'The key gets a new text for 90 days. The present one stops working immediately.',
    '密钥将获得新的内容，有效期 90 天。当前密钥立即失效。',
  ],
  remove: ['Delete', '删除'],
  removeOf: (name: string) => [`Delete the key ${name}`, `删除密钥 ${name}`],
  removeTitle: ['Delete the key?', '删除密钥？'],
  removeConsequence: ['Programs that use it stop working.', '使用它的程序将无法继续工作。'],
  removed: ['The key was deleted.', '密钥已删除。'],
});
