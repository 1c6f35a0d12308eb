import { previewRoutes } from '@portcullis/adapters-http';
import { createPreviewLink, listPreviewLinks, readPreview, revokePreviewLink } from '@portcullis/application';
import { CLOCK, CONTENT_VIEWS, PREVIEW_LINK_VIEWS, LINK_TOKENS, WORKING_COPY_VIEWS } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

const listing = { clock: CLOCK, previewLinks: PREVIEW_LINK_VIEWS, contents: CONTENT_VIEWS };

export const previews = resourceModule(
  {
    createPreviewLink: useCase(createPreviewLink, { ...createDependencies, linkTokens: LINK_TOKENS }),
    listPreviewLinks: useCase(listPreviewLinks, listing),
    revokePreviewLink: useCase(revokePreviewLink, createDependencies),
    readPreview: useCase(readPreview, {
      ...listing,
      linkTokens: LINK_TOKENS,
      workingCopies: WORKING_COPY_VIEWS,
    }),
  },
  previewRoutes,
);
