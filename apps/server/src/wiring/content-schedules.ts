import { contentScheduleRoutes } from '@portcullis/adapters-http';
import { scheduleContent, storeDueTransitions } from '@portcullis/application';
import { CONTENT_VIEWS } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { converting } from './sources.ts';

export const contentSchedules = noun(
  {
    scheduleContent: useCase(scheduleContent, { ...converting, contents: CONTENT_VIEWS }),
    storeDueTransitions: useCase(storeDueTransitions, { ...converting, contents: CONTENT_VIEWS }),
  },
  contentScheduleRoutes,
);
