import type { Database } from '@portcullis/adapters-persistence';
import type { SystemState } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import type { Config } from '../config/config.ts';
import { loginLimits, registerLimit, setUserRolesLimit, testWebhookLimit } from '../config/limits.ts';
import { version } from '../config/version.ts';
import type { GaugeReaders } from './metrics.ts';
import type { RecentFigures } from './recent-figures.ts';

type StateConfig = Pick<Config, 'databaseUrl' | 'registerPerMinute' | 'mail' | 'feedSite'>;

/** Returns a function that reads the current state of this process. */
export function systemStateOf(
  { databaseUrl, registerPerMinute, mail, feedSite }: StateConfig,
  { connections, replicas }: Pick<Database, 'connections' | 'replicas'>,
  { hashing, rendering }: Pick<GaugeReaders, 'hashing' | 'rendering'>,
  figures: RecentFigures['read'],
): () => SystemState {
  const { perAccountAndAddress, perAccount, perKnownAddress } = loginLimits;
  const limits = [
    setUserRolesLimit,
    registerLimit(registerPerMinute),
    perAccountAndAddress,
    perAccount,
    perKnownAddress,
    testWebhookLimit,
  ];
  return () => {
    const { small, large } = rendering();
    return {
      version,
      database: { kind: databaseUrl === undefined ? 'embedded' : 'postgresql', connections: connections() },
      replicas: replicas(),
      load: { passwords: hashing(), smallDocuments: small, largeDocuments: large },
      hasMailServer: mail?.smtpUrl !== undefined,
      hasPublicUrl: feedSite !== undefined,
      figures: figures(),
      limits: limits.map(({ name, calls, seconds }) => ({ name, calls, seconds })),
    };
  };
}
