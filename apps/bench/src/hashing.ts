import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement, Times } from './drive.ts';
import { cpuMeter, meterFor } from './proc.ts';
import { programs } from './processes.ts';

/** Measures how many passwords per second a process verifies, `atOnce` at a time, if it does nothing else. */
export async function measureArgon2(atOnce: number, { warmMs, measureMs }: Times): Promise<Measurement> {
  const child = spawn(process.execPath, [programs.argon2], {
    env: { AT_ONCE: String(atOnce) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let verified = 0;
  child.stdout.on('data', (dots: Buffer) => {
    verified += dots.length;
  });
  await once(child.stdout, 'data');
  await sleep(warmMs);
  const cpu = await cpuMeter(async () => [child.pid ?? 0]);
  const before = { verified, at: performance.now() };
  await meterFor(measureMs, [cpu]);
  const count = verified - before.verified;
  const seconds = (performance.now() - before.at) / 1000;
  const serverUs = cpu.us() / count;
  const exit = once(child, 'exit');
  child.stdin.end();
  await exit;
  const eachMs = (atOnce * seconds * 1000) / count;
  return { perSecond: count / seconds, p50Ms: eachMs, p99Ms: Number.NaN, serverUs, databaseUs: 0, errors: 0 };
}
