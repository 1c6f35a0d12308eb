import { importAccessControl } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating } from './sources.ts';

/** Used by commands only. */
export const accessControl = noun({ importAccessControl: useCase(importAccessControl, creating) }, () => []);
