import { contentRoutes, withPublicViews } from '@portcullis/adapters-http';
import { CreateContent, DeleteContent, MoveContent, PublishContent, UpdateContent } from '@portcullis/application';
import { contentBodyLimits as bodyLimits } from '../config/limits.ts';
import { CONTENT_VIEWS, IDS, PUBLIC_CONTENT_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { converting, work, writing } from './sources.ts';

export const contents = noun(
  {
    createContent: useCase(CreateContent, { ...converting, ids: IDS }),
    updateContent: useCase(UpdateContent, { ...converting, contents: CONTENT_VIEWS }),
    publishContent: useCase(PublishContent, { ...converting, contents: CONTENT_VIEWS }),
    moveContent: useCase(MoveContent, writing),
    deleteContent: useCase(DeleteContent, { work }),
  },
  (use, from) =>
    withPublicViews(valueOf(from, CONTENT_VIEWS), valueOf(from, PUBLIC_CONTENT_VIEWS), (views) =>
      contentRoutes({ ...use, contents: views, bodyLimits }),
    ),
);
