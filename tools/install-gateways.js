import { execFileSync, spawnSync } from 'node:child_process';

/** Installs those Debian packages of the gateways whose programs are missing. */
const packages = { nginx: 'nginx-light', caddy: 'caddy' };
const missing = Object.entries(packages).filter(([program]) => spawnSync(program, ['version']).error !== undefined);
if (missing.length > 0) {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', ...missing.map(([, name]) => name)], options);
}
