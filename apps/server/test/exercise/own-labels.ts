import { defineResource } from '@portcullis/server';

/** The labels of the exercise, defined from their fields. */
export const ownLabels = defineResource({
  name: 'team.label',
  fits: '^1.0.0',
  since: 1795281000000,
  namedBy: 'name',
  samples: [
    { name: 'Bug', colour: '#cc0000', rank: 1, isShown: true, size: 'small' },
    { name: 'Idea', colour: '#00cc00', rank: 2, isShown: true, size: 'large', description: 'For later' },
  ],
  label: ['Label', '标记'],
  title: ['Labels', '标记'],
  fields: {
    name: { type: 'text', min: 1, max: 64, unique: true, search: true, sort: true, label: ['Name', '名称'] },
    colour: {
      type: 'text',
      min: 7,
      max: 7,
      pattern: /^#[0-9a-f]{6}$/,
      hint: '# and six hexadecimal digits in lower case',
      hintInChinese: '# 和六位小写十六进制数字',
      filter: true,
      label: ['Colour', '颜色'],
    },
    rank: { type: 'integer', max: 100, sort: true, label: ['Rank', '顺序'] },
    isShown: { type: 'flag', filter: true, label: ['Shown', '显示'] },
    size: {
      type: 'choice',
      values: ['small', 'large'],
      valueLabels: { small: ['Small', '小'], large: ['Large', '大'] },
      filter: true,
      label: ['Size', '大小'],
    },
    description: { type: 'text', max: 1000, optional: true, search: true, label: ['Description', '说明'] },
  },
});
