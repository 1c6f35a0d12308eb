// Installs the Debian packages of a long suite whose programs are missing: node tools/install-programs.js SUITE.
import { execFileSync, spawnSync } from 'node:child_process';

/** The programs that each suite starts, and their packages. @type {Readonly<Record<string, Record<string, string>>>} */
const suites = {
  cluster: { nginx: 'nginx-light', haproxy: 'haproxy', etcd: 'etcd-server', patroni: 'patroni python3-etcd' },
  gateways: { nginx: 'nginx-light', caddy: 'caddy' },
};
const programs = Object.entries(suites[process.argv[2] ?? ''] ?? {});
const missing = programs.filter(([program]) => spawnSync(program, ['--version']).error !== undefined);
if (missing.length > 0) {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', ...missing.flatMap(([, names]) => names.split(' '))], options);
  // Debian starts services at their installation. The suites start programs of their own.
  for (const [program] of missing) spawnSync('service', [program, 'stop'], { stdio: 'inherit' });
}
