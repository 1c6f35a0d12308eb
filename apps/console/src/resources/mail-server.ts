import { useLoad } from '../parts/load.tsx';
import { api, can } from '../session/session.ts';

/** Returns whether the installation has a mail server; true until this is known, and if the person may not know it. */
export function useMailServer(): boolean {
  const loaded = useLoad(
    async (signal) => !can('getOverview') || (await api.get('/api/overview', { signal })).system.hasMailServer,
    [],
  );
  return loaded.data ?? true;
}
