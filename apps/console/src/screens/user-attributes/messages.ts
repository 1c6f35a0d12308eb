import { defineMessages } from '../../language/messages.ts';

export const attributeMessages = defineMessages({
  about: [
    'Attributes say what else users of this installation have, such as a department. Each of them is a field on the page of a user.',
    '属性说明此系统的用户还有哪些信息，例如部门。每个属性都是用户页面上的一个字段。',
  ],
  declare: ['Declare attribute', '声明属性'],
  none: ['No attributes are declared.', '尚未声明任何属性。'],
  edit: (name: string) => [`Edit ${name}`, `编辑 ${name}`],
  nameHint: ['Conditions and programs use this name, such as department.', '条件和程序使用此名称，例如 department。'],
  label: ['Label', '显示名称'],
  type: ['Type', '类型'],
  string: ['Text', '文本'],
  number: ['Number', '数字'],
  boolean: ['Yes or no', '是或否'],
  texts: ['Several texts', '多个文本'],
  values: ['Allowed values', '允许的值'],
  valuesHint: ['One on each line. Empty: every text.', '每行一个。留空表示任意文本。'],
  readableBy: ['Who can read it', '谁可以查看'],
  writableBy: ['Who can change it', '谁可以修改'],
  self: ['The user and administrators', '用户本人和管理员'],
  admin: ['Only administrators', '仅管理员'],
  remove: ['Remove', '移除'],
  removeTitle: (name: string) => [`Remove the attribute ${name}?`, `移除属性 ${name}？`],
  removeConsequence: [
    'It is no longer a field of users. This is refused as long as a user has a value of it.',
    '它将不再是用户的字段。只要仍有用户拥有该属性的值，就会被拒绝。',
  ],
  removedNotice: (name: string) => [`The attribute ${name} was removed.`, `已移除属性 ${name}。`],
  savedNotice: (name: string) => [`The attribute ${name} was saved.`, `已保存属性 ${name}。`],
});
