import type { Schemas } from '@portcullis/client';
import { api } from '../session/session.ts';

/** Loads all permissions. */
export const loadPermissions = async (signal?: AbortSignal): Promise<readonly Schemas['Permission'][]> =>
  Object.values(await api.get('/api/permissions/by-resource', signal === undefined ? {} : { signal })).flat();
