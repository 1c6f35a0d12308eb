import { feedRoutes } from '@portcullis/adapters-http';
import { VISITOR_VIEWS } from './ports.ts';
import { noun, valueOf } from './provide.ts';

export const feeds = noun({}, (_use, from, { feedSite }) =>
  feedRoutes({ visitorViews: valueOf(from, VISITOR_VIEWS), site: feedSite }),
);
