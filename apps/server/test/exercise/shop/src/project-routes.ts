import { ListParameters, requestOf, route, schema, type Route } from '@portcullis/adapters-http';
import type { OwnViews } from '@portcullis/application';
import { declarePermission, type Id, type OwnEntity } from '@portcullis/domain';
import type { CloseProject } from './close-project.ts';
import { project } from './project.ts';

interface ProjectState {
  readonly id: Id<string>;
  readonly name: string;
  readonly status: string;
  readonly version: number;
}

const fields: schema.Fields<ProjectState> = {
  id: schema.withDescription(schema.uuid<Id<string>>(), 'The id of the project.'),
  name: schema.withDescription(schema.text, 'The name.'),
  status: schema.withDescription(schema.text, 'The status.'),
  version: schema.withDescription(schema.count, 'The version.'),
};
const data = schema.named('ShopProjectState', () => schema.object(fields));
const stateOf = (project: OwnEntity): ProjectState => ({
  ...{ id: project.id, version: project.version },
  ...{ name: String(project['name']), status: String(project['status']) },
});

class ProjectPath extends requestOf(fields, 'id') {}

export interface ProjectUse {
  readonly closeShopProject: CloseProject;
  readonly shopProjects: OwnViews;
}

export const projectRoutes = ({ closeShopProject, shopProjects }: ProjectUse): readonly Route[] => [
  route({
    method: 'POST',
    path: '/shop/projects/:id/close',
    operation: 'closeShopProject',
    idempotencyKey: 'accepted',
    summary: 'Close a project',
    access: 'authorized',
    allPermissions: [declarePermission(project.permissions.close)],
    params: ProjectPath,
    isVersioned: true,
    isConditional: true,
    data,
    refuses: [project.resource.notFound],
    handle: async ({ params: { id }, caller: actor, ifMatch }) =>
      stateOf(await closeShopProject({ actor, id, ifMatch })),
  }),
  route({
    method: 'GET',
    path: '/shop/own-projects',
    operation: 'listOwnShopProjects',
    summary: 'List the projects of the caller',
    access: 'authorized',
    allPermissions: [declarePermission(project.permissions.readOwn)],
    query: ListParameters,
    data: schema.pageOf(data),
    handle: async ({ query: { page, pageSize }, caller }) => {
      const filter = { attr: 'resource.ownerId', eq: caller.id } as const;
      const found = await shopProjects.list({ page, pageSize, filter });
      return { ...found, items: found.items.map(stateOf) };
    },
  }),
];
