import { feedRoutes } from '@portcullis/adapters-http';
import { VISITOR_VIEWS } from './ports.ts';
import { resourceModule, resolvePort } from './dependency-injection.ts';

export const feeds = resourceModule({}, (_use, from, { feedSite }) =>
  feedRoutes({ visitorViews: resolvePort(from, VISITOR_VIEWS), site: feedSite }),
);
