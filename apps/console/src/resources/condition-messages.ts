import type { OperatorName, resourceAttributes } from '@portcullis/domain';
import { defineMessages, type Translated } from '../language/messages.ts';

type Attributes = typeof resourceAttributes;
type AttributeName = { [Type in keyof Attributes]: keyof Attributes[Type] }[keyof Attributes];

/** The operators, as a phrase between the attribute and the value. An operator without a text does not compile. */
const operators = {
  eq: ['is', '是'],
  ne: ['is not', '不是'],
  in: ['is one of', '是以下之一：'],
  lt: ['is less than', '小于'],
  lte: ['is at most', '不大于'],
  gt: ['is greater than', '大于'],
  gte: ['is at least', '不小于'],
  exists: ['is given', '是否有值'],
  contains: ['contains', '包含'],
  under: ['is the category or is below it:', '属于该分类或其下级：'],
} as const satisfies Record<OperatorName, Translated>;

/** The operators that have another phrase if they compare times. */
const timeOperators = {
  lt: ['is before', '早于'],
  lte: ['is not after', '不晚于'],
  gt: ['is after', '晚于'],
  gte: ['is not before', '不早于'],
} as const satisfies Partial<Record<OperatorName, Translated>>;

/** The attributes that conditions compare. An attribute without a text does not compile. */
const attributes = {
  authorId: ['the author', '作者'],
  status: ['the status', '状态'],
  categoryId: ['the category', '分类'],
  tagIds: ['the list of tags', '标签列表'],
  createdAt: ['the time of creation', '创建时间'],
  publishedAt: ['the time of publication', '发布时间'],
  id: ['it', '它本身'],
} as const satisfies Record<AttributeName, Translated>;

export const conditionMessages = defineMessages({
  operators,
  timeOperators,
  attributes,
  statuses: { DRAFT: ['draft', '草稿'], PUBLISHED: ['published', '已发布'], ARCHIVED: ['archived', '已归档'] },
  given: (attribute: string) => [`${attribute} is given`, `${attribute}有值`],
  missing: (attribute: string) => [`${attribute} is missing`, `${attribute}没有值`],
  compared: (attribute: string, operator: string, value: string) => [
    `${attribute} ${operator} ${value}`,
    `${attribute}${operator}${value}`,
  ],
  and: [' and ', '，并且'],
  or: [' or ', '，或者'],
  not: (part: string) => [`not (${part})`, `并非（${part}）`],
  grouped: (part: string) => [`(${part})`, `（${part}）`],
  theUser: ['the user', '用户本人'],
  ofUser: (label: string) => [`the user’s ${label}`, `用户的${label}`],
  quoted: (value: string) => [`“${value}”`, `“${value}”`],
  nothing: ['nothing', '空'],
  comma: [', ', '、'],
});
