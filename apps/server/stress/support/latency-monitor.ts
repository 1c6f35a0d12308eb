import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { quantile } from './load.ts';
import type { ProbeResult, ProbeCommand } from './probe.ts';
import type { ServerProcess } from './processes.ts';

/** The measurements of other requests during a hostile load. */
export interface MonitoredLatencies {
  /** Requests to the service, for the caller's own permissions and for readiness. */
  readonly service: readonly ProbeResult[];
  /**
   * Requests during the same time to an otherwise idle process. Their duration shows how busy the whole machine is.
   */
  readonly echo: readonly ProbeResult[];
  readonly peakMb: number;
}

/** A summary of requests. Times are in milliseconds. */
export interface Summary {
  readonly requests: number;
  /** Responses other than 200, and requests without a response. */
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly machineP99: number;
  readonly machineMax: number;
  readonly peakMb: number;
}

export interface LatencyMonitor {
  /** Runs `work`. Until it ends, sends 100 requests per second to the server and 100 to the idle process. */
  readonly during: (server: ServerProcess, token: string, work: () => Promise<unknown>) => Promise<MonitoredLatencies>;
  readonly stop: () => void;
}

const everyMs = 20;
/** Time for the probe to open its connections, in milliseconds. */
const warmMs = 500;

export async function startLatencyMonitor(): Promise<LatencyMonitor> {
  const program = (name: string): ChildProcess => {
    const child = fork(fileURLToPath(new URL(name, import.meta.url)));
    // After a failed test, nobody may stop the program. It ends with this process, which it must not keep running.
    child.unref();
    child.channel?.unref();
    return child;
  };
  const echo = program('echo.js');
  const [echoUrl]: string[] = await once(echo, 'message');
  const probe = program('probe.js');
  const tell = async (order: ProbeCommand | 'stop'): Promise<readonly ProbeResult[]> => {
    const told = once(probe, 'message');
    probe.send(order);
    const [probed] = await told;
    return probed;
  };
  return {
    during: async ({ url, pid }, token, work) => {
      const machine = { name: 'echo', url: echoUrl ?? '' };
      const targets = [
        { name: 'permissions', url: `${url}/api/auth/permissions`, token },
        machine,
        { name: 'ready', url: `${url}/api/health/ready` },
        machine,
      ];
      await tell({ targets, everyMs });
      await sleep(warmMs);
      // Reset the peak memory that Linux records for the process.
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      const from = Date.now();
      await work();
      const to = Date.now();
      const peakMb = peakOf(pid);
      const probed = (await tell('stop')).filter(({ at }) => at >= from && at <= to);
      const isEcho = ({ name }: ProbeResult): boolean => name === machine.name;
      return { service: probed.filter((each) => !isEcho(each)), echo: probed.filter(isEcho), peakMb };
    },
    stop: () => {
      echo.disconnect();
      probe.disconnect();
    },
  };
}

/** Returns the peak resident memory of a process, in megabytes. */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

export function summaryOf(all: readonly MonitoredLatencies[]): Summary {
  const service = all.flatMap((each) => each.service);
  const times = service.map(({ ms }) => ms);
  const echoTimes = all.flatMap((each) => each.echo.map(({ ms }) => ms));
  return {
    requests: service.length,
    failures: service.filter(({ status }) => status !== 200).length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: Math.max(...times),
    machineP99: quantile(echoTimes, 0.99),
    machineMax: Math.max(...echoTimes),
    peakMb: Math.max(...all.map(({ peakMb }) => peakMb)),
  };
}
