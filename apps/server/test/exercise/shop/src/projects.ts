import { resourceModule, type CommandCall } from '@portcullis/server';
import { closeProject } from './close-project.ts';
import { projectRoutes, type ProjectUse } from './project-routes.ts';
import { project, projectClosed } from './project.ts';

export const projects = resourceModule({
  ...project,
  events: { ...project.events, closed: projectClosed },
  useCases: { closeShopProject: closeProject },
  routes: [...project.routes, projectRoutes],
  commands: {
    'shop.closeProjects': {
      summary: 'Close all active projects.',
      run:
        ({ closeShopProject, shopProjects }: ProjectUse) =>
        async ({ actor, say }: CommandCall) => {
          const filter = { attr: 'resource.status', eq: 'active' } as const;
          const { items } = await shopProjects.list({ page: 1, pageSize: 100, filter });
          for (const { id } of items) await closeShopProject({ actor, id, ifMatch: 'any' });
          say(`${items.length} closed`);
        },
    },
  },
});
