import { contentScheduleRoutes } from '@portcullis/adapters-http';
import { scheduleContent, storeDueTransitions } from '@portcullis/application';
import { CONTENT_VIEWS } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { convertDependencies } from './shared-dependencies.ts';

export const contentSchedules = resourceModule(
  {
    scheduleContent: useCase(scheduleContent, { ...convertDependencies, contents: CONTENT_VIEWS }),
    storeDueTransitions: useCase(storeDueTransitions, { ...convertDependencies, contents: CONTENT_VIEWS }),
  },
  contentScheduleRoutes,
);
