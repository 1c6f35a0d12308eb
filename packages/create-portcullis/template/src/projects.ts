import { defineResource } from '@portcullis/server';

/**
 * The projects of the team. This definition makes the table with its migration, the routes below /api/acme/projects, the
 * permissions acme.project.read, .create, .update and .delete, the events acme.project.created, .updated and .deleted,
 * and the screens in the console.
 */
export const projects = defineResource({
  name: 'acme.project',
  label: ['Project', '项目'],
  title: ['Projects', '项目'],
  fits: '^1.0.0',
  // The timestamp in the name of the migration that creates the table. Never change it.
  since: 1795280000000,
  namedBy: 'name',
  fields: {
    name: { type: 'text', min: 1, max: 100, unique: true, search: true, sort: true, label: ['Name', '名称'] },
    status: {
      type: 'choice',
      values: ['planned', 'active', 'done'],
      valueLabels: { planned: ['Planned', '计划中'], active: ['Active', '进行中'], done: ['Done', '已完成'] },
      filter: true,
      label: ['Status', '状态'],
    },
    members: { type: 'integer', max: 1000, sort: true, label: ['Members', '成员数'] },
    description: { type: 'text', max: 2000, optional: true, search: true, label: ['Description', '说明'] },
  },
});
