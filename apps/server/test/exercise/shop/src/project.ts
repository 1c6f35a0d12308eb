import { declareEvent, recordedFields, type OwnValue } from '@portcullis/domain';
import { defineResource } from '@portcullis/server';

export const project = defineResource({
  name: 'shop.project',
  fits: '^1.0.0',
  since: 1795280000000,
  namedBy: 'name',
  label: ['Project', '项目'],
  title: ['Projects', '项目'],
  actions: ['close', 'readOwn'],
  fields: {
    name: { type: 'text', min: 1, max: 100, unique: true, search: true, sort: true, label: ['Name', '名称'] },
    ownerId: { type: 'text', min: 36, max: 36, filter: true, label: ['Owner', '负责人'] },
    status: {
      type: 'choice',
      values: ['planned', 'active', 'closed'],
      valueLabels: { planned: ['Planned', '计划中'], active: ['Active', '进行中'], closed: ['Closed', '已关闭'] },
      filter: true,
      label: ['Status', '状态'],
    },
    members: { type: 'integer', max: 1000, sort: true, label: ['Members', '成员数'] },
  },
  screens: [
    {
      path: '/shop/board',
      title: ['Board', '看板'],
      anyOf: ['listOwnShopProjects'],
      script: new URL('../screens/board.js', import.meta.url),
    },
  ],
});

export const projectClosed = declareEvent(
  project.resource.subject,
  'shop.project.closed',
  recordedFields<{ readonly status: OwnValue }>()('status'),
);
