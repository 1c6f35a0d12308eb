import { administratorRole, moderatorRole } from '@portcullis/domain';

/** Roles that routes ask for (specification, section 4, 'Who'). */
export const administrators: readonly string[] = [administratorRole.code];

/** Who writes contents, categories and tags, and sees those not published. */
export const editors: readonly string[] = [administratorRole.code, moderatorRole.code];
