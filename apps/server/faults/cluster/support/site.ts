import { join } from 'node:path';
import { apiAt, type Api } from '../../../test/support/api.ts';
import { startServer, type Server } from '../../../test/support/server.ts';
import { administrator, logInAs, signingSecret } from '../../../test/support/service.ts';
import { Receiver } from '../../../test/webhooks/receiver.ts';
import { startNginx, type Proxy } from '../../../scale/support/installation.ts';
import { startDatabaseCluster, type DatabaseCluster } from './database-cluster.ts';

/** Two processes of the service behind nginx, each with its own HAProxy before the three database servers. */
export interface Site {
  readonly databases: DatabaseCluster;
  readonly servers: readonly [Server, Server];
  readonly nginx: Proxy;
  readonly receiver: Receiver;
  readonly api: Api;
  readonly admin: Api;
  readonly stop: () => Promise<void>;
}

export const workers = 2;

export async function startSite(): Promise<Site> {
  const databases = await startDatabaseCluster();
  const receiver = await Receiver.start();
  const stop = async (): Promise<void> => {
    await receiver.stop();
    await databases.dismantle();
  };
  try {
    const { machine, balancers } = databases;
    const common = {
      NODE_ENV: 'production',
      LOG_LEVEL: 'fatal',
      DATABASE_POOL_SIZE: '6',
      TRUST_PROXY: '1',
      ADMIN_PASSWORD: administrator.password,
      ACCESS_TOKEN_TTL: '12h',
      REGISTER_RATE_LIMIT: '1000000',
      PUBLIC_URL: 'https://example.com',
      JWT_SECRET: signingSecret,
      SECRETS_KEY: Buffer.alloc(32, 'key').toString('base64'),
      // Both processes keep files in the same folder, as a file system of the network would be.
      DATA_DIR: join(machine.directory, 'data'),
      SCHEDULE_SWEEP: '3s',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_ALLOWED_PORTS: String(receiver.port),
    };
    const [first, second] = balancers.map((balancer) => ({
      ...common,
      DATABASE_URL: balancer.primaryUrl('service'),
      DATABASE_REPLICA_URLS: balancer.standbysUrls,
    }));
    if (first === undefined || second === undefined) throw new Error('There are two machines of the service.');
    const args = ['--workers', String(workers)];
    const servers = [await startServer(machine, first, args), await startServer(machine, second, args)] as const;
    const nginx = await startNginx(machine, 'nginx', servers);
    const api = apiAt(nginx.url);
    const admin = await logInAs(api, administrator);
    return { databases, servers, nginx, receiver, api, admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
