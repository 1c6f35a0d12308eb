import type { Services } from '../wiring/services.ts';
import { demoPeople } from './people.ts';

/** Returns whether the first demo user exists. It is added before all other demo users and before the articles. */
export async function isDemoLoaded(services: Services): Promise<boolean> {
  const [first] = demoPeople;
  return first !== undefined && (await services.users.taken(first.account)).username;
}
