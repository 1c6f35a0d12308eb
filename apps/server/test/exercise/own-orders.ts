import { declareRefusal, type OwnRule } from '@portcullis/domain';
import { defineResource } from '@portcullis/server';
import { ownLabels } from './own-labels.ts';

/** The refusal of a change to an order that is closed. */
const orderClosed = declareRefusal('team-order-closed', { status: 409 });

const rules: readonly OwnRule[] = [
  ({ isPaid, due }) =>
    isPaid === true && due === null ? [{ field: 'due', message: 'due is required if isPaid' }] : [],
  (_draft, stored) =>
    stored?.['state'] === 'closed' ? { refusal: orderClosed, message: 'A closed order cannot be changed.' } : undefined,
];

/** The orders of the exercise, which have a field of each type, and refer to everything that fields can refer to. */
export const ownOrders = defineResource({
  name: 'team.order',
  since: 1795282000000,
  namedBy: 'title',
  unique: [['region', 'number']],
  rules,
  refuses: [orderClosed],
  label: ['Order', '订单'],
  title: ['Orders', '订单'],
  fields: {
    title: { type: 'text', min: 1, max: 100, search: true, sort: true, label: ['Title', '标题'] },
    number: { type: 'integer', fixed: true, sort: true, label: ['Number', '编号'] },
    region: { type: 'choice', values: ['north', 'south'], filter: true, sort: true, label: ['Region', '地区'] },
    state: { type: 'choice', values: ['open', 'closed'], default: 'open', label: ['State', '状态'] },
    notes: { type: 'markdown', optional: true, search: true, label: ['Notes', '备注'] },
    amount: {
      type: 'decimal',
      precision: 12,
      scale: 2,
      min: '0',
      filter: true,
      sort: true,
      label: ['Amount', '金额'],
      help: ['Without tax.', '不含税。'],
    },
    weight: { type: 'decimal', precision: 20, scale: 4, optional: true, sort: true, label: ['Weight', '重量'] },
    isPaid: { type: 'flag', default: false, filter: true, label: ['Paid', '已付款'] },
    due: { type: 'date', optional: true, filter: true, sort: true, label: ['Due', '到期日'] },
    placedAt: { type: 'time', default: 'now', filter: true, sort: true, label: ['Placed at', '下单时间'] },
    details: { type: 'json', optional: true, label: ['Details', '详情'] },
    keywords: { type: 'list', of: { type: 'text', max: 30 }, default: [], filter: true, label: ['Keywords', '关键词'] },
    scores: {
      type: 'list',
      of: { type: 'integer', max: 10 },
      maxItems: 3,
      optional: true,
      filter: true,
      label: ['Scores', '评分'],
    },
    days: {
      type: 'list',
      of: {
        type: 'choice',
        values: ['mon', 'tue'],
        valueLabels: { mon: ['Monday', '周一'], tue: ['Tuesday', '周二'] },
      },
      default: [],
      label: ['Days', '日子'],
    },
    contact: { type: 'email', optional: true, unique: true, sort: true, label: ['Contact', '联系邮箱'] },
    website: { type: 'url', optional: true, label: ['Website', '网站'] },
    owner: {
      type: 'reference',
      to: 'user',
      onDelete: 'clear',
      optional: true,
      default: 'caller',
      label: ['Owner', '负责人'],
    },
    reviewer: { type: 'reference', to: 'user', onDelete: 'remove', optional: true, label: ['Reviewer', '审核人'] },
    label: { type: 'reference', to: ownLabels.resource, filter: true, label: ['Label', '标记'] },
    labels: {
      type: 'references',
      to: ownLabels.resource,
      onDelete: 'clear',
      filter: true,
      label: ['Labels', '标记列表'],
    },
    parent: { type: 'reference', to: 'self', onDelete: 'remove', optional: true, label: ['Parent', '上级'] },
    after: { type: 'reference', to: 'self', optional: true, label: ['After', '在后'] },
    related: { type: 'references', to: 'self', label: ['Related', '相关'] },
    role: { type: 'reference', to: 'role', optional: true, label: ['Role', '角色'] },
    article: { type: 'reference', to: 'content', optional: true, label: ['Article', '文章'] },
    category: { type: 'reference', to: 'category', onDelete: 'clear', optional: true, label: ['Category', '分类'] },
    tags: { type: 'references', to: 'tag', label: ['Tags', '标签'] },
    photo: { type: 'file', optional: true, label: ['Photo', '照片'] },
  },
});
