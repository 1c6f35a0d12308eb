import { defineResource } from '@portcullis/server';

/** The labels of projects. */
export const labels = defineResource({
  name: 'shop.label',
  fits: '^1.0.0',
  since: 1795280000001,
  namedBy: 'name',
  label: ['Label', '标签'],
  title: ['Labels', '标签'],
  fields: {
    name: { type: 'text', min: 1, max: 64, unique: true, search: true, sort: true, label: ['Name', '名称'] },
    colour: {
      type: 'text',
      min: 7,
      max: 7,
      pattern: /^#[0-9a-f]{6}$/,
      hint: '# and six hexadecimal digits in lower case',
      hintInChinese: '# 和六位小写十六进制数字',
      label: ['Colour', '颜色'],
    },
    isShown: { type: 'flag', filter: true, label: ['Shown', '显示'] },
    note: { type: 'text', max: 1000, optional: true, search: true, label: ['Note', '备注'] },
  },
});
