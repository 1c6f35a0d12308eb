import { useLoad } from '../parts/load.tsx';
import { api, can } from '../session/session.ts';

let known: Promise<boolean> | undefined;

/** Asks the service once, because a service keeps its mail server as long as it runs. */
function hasMailServer(): Promise<boolean> {
  known ??= api.get('/api/overview').then(
    ({ system }) => system.hasMailServer,
    (error: unknown) => {
      known = undefined;
      throw error;
    },
  );
  return known;
}

/** Returns whether the installation has a mail server; true until this is known, and if the person may not know it. */
export function useMailServer(): boolean {
  const loaded = useLoad(async () => !can('getOverview') || (await hasMailServer()), []);
  return loaded.data ?? true;
}
