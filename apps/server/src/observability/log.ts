import type { RequestEntry } from '@portcullis/adapters-http/internal/server/request-entry';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { lineOutput } from './line-output.ts';

/**
 * Logs to standard output: readable lines on a terminal, JSON lines otherwise.
 * @example
 * const log = await createLog(readConfig(process.env));
 * log.info('ready');
 */
export const createLog = async ({ logLevel, secrets }: Pick<Config, 'logLevel' | 'secrets'>): Promise<Logger> =>
  logTo(process.stdout.isTTY ? await readable(process.stdout) : lineOutput(process.stdout.fd), logLevel, secrets);

/** @param secrets texts that errors and paths in the log do not show */
export function logTo(destination: DestinationStream, level: string, secrets: readonly string[] = []): Logger {
  const hidden: readonly (string | RegExp)[] = [...secretForms, ...secrets];
  const redact = (text: string): string => {
    let clean = text;
    for (const secret of hidden) clean = clean.replaceAll(secret, '[redacted]');
    return clean;
  };
  const serializers = {
    err: (error: unknown) => serializeError(error, redact),
    path: (path: string) => redact(path).slice(0, maxPathLength),
  };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
}

/**
 * Returns an output that writes one readable line for each log entry, without the properties that only programs need.
 */
export async function readable(destination: NodeJS.WritableStream): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'requestId,method,route,path,status,durationMs',
    messageFormat: '{msg}{if status} {method} {route}{path} {status} in {durationMs} ms{end}',
  });
}

/** Reasons of refused requests that are logged as warnings. */
const warnings: ReadonlySet<string | undefined> = new Set(['refresh-token-reused', 'proxy-not-trusted']);

/**
 * Returns a function that logs one line for each request, and counts the request for the overview and, if they are
 * enabled, for the metrics. The stack of an internal error appears in the log only, never in the response.
 */
export const requestObserver =
  (log: Logger, count: (entry: RequestEntry) => void, measure?: (entry: RequestEntry) => void) =>
  (entry: RequestEntry): void => {
    if (entry.code === undefined) log.info(entry, 'request');
    else logFailure(log, entry);
    count(entry);
    measure?.(entry);
  };

const maxPathLength = 200;

function logFailure(log: Logger, { internalError, ...entry }: RequestEntry): void {
  if (internalError !== undefined) log.error({ ...entry, err: internalError }, 'request failed');
  else log[warnings.has(entry.refusal) ? 'warn' : 'info'](entry, `refused: ${entry.refusal}`);
}

/** Secrets that the text of an error or a path could contain: hashes, tokens, API keys, and passwords in URLs. */
const secretForms = [
  /\$argon2\S+/g,
  /ptc_[\w-]+/g,
  /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /[\w-]{36}\.[\w-]{43}\.[\w-]{43}/g,
  /(?<=:\/\/[^\s/:@]*:)[^\s@]+(?=@)/g,
];

/**
 * Serializes an error and at most four causes, without the properties that libraries add. For example, the error of a
 * failed statement contains the statement's parameters, and the error of a Redis command contains the command's
 * arguments.
 */
function serializeError(error: unknown, redact: (text: string) => string): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: redact(String(error)) };
  const stacks: string[] = [];
  for (let each: unknown = error; each instanceof Error && stacks.length < 5; each = each.cause) {
    stacks.push(redact(each.stack ?? String(each)));
  }
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    message: redact(error.message),
    stack: stacks.join('\ncaused by: '),
  };
}
