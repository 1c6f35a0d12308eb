import { once, useLoad } from '../parts/load.tsx';
import { api, can } from '../session/session.ts';

/** Asks the service once, because a service keeps its mail server as long as it runs. */
const hasMailServer = once(async () => (await api.get('/api/overview')).system.hasMailServer);

/** Returns whether the installation has a mail server; true until this is known, and if the person may not know it. */
export function useMailServer(): boolean {
  const loaded = useLoad(async () => !can('getOverview') || (await hasMailServer()), []);
  return loaded.data ?? true;
}
