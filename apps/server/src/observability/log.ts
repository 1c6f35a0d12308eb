import type { RequestEntry } from '@portcullis/adapters-http';
import { pino, type DestinationStream, type Logger } from 'pino';
import { lineOutput } from './line-output.ts';

/** Logs to standard output: readable lines on a terminal, JSON lines otherwise. */
export const createLog = async (level: string): Promise<Logger> =>
  logTo(process.stdout.isTTY ? await readable(process.stdout) : lineOutput(process.stdout.fd), level);

export const logTo = (destination: DestinationStream, level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: serializeError } },
    destination,
  );

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
const warnings: ReadonlySet<string | undefined> = new Set(['refresh-token-reused']);

/** Logs one line for each request. The stack of an internal error appears in the log only, never in the response. */
export const logRequest =
  (log: Logger) =>
  (entry: RequestEntry): void => {
    if (entry.code === undefined) log.info(entry, 'request');
    else logFailure(log, entry);
  };

const maxPathLength = 200;

function logFailure(log: Logger, { internalError, path, ...rest }: RequestEntry): void {
  const entry = path === undefined ? rest : { ...rest, path: redacted(path).slice(0, maxPathLength) };
  if (internalError !== undefined) log.error({ ...entry, err: internalError }, 'request failed');
  else log[warnings.has(entry.refusal) ? 'warn' : 'info'](entry, `refused: ${entry.refusal}`);
}

/** Secrets that a library could put into the text of an error: hashes, tokens, and passwords in URLs. */
const secrets = [
  /\$argon2\S+/g,
  /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /[\w-]{36}\.[\w-]{43}\.[\w-]{43}/g,
  /(?<=:\/\/[^\s/:@]*:)[^\s@]+(?=@)/g,
];

const redacted = (text: string): string => secrets.reduce((clean, secret) => clean.replace(secret, '[redacted]'), text);

/**
 * Serializes an error and at most four causes, without the properties that libraries add. For example, the error of a
 * failed statement contains the statement's parameters, and the error of a Redis command contains the command's
 * arguments.
 */
function serializeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: redacted(String(error)) };
  const stacks: string[] = [];
  for (let each: unknown = error; each instanceof Error && stacks.length < 5; each = each.cause) {
    stacks.push(redacted(each.stack ?? String(each)));
  }
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    message: redacted(error.message),
    stack: stacks.join('\ncaused by: '),
  };
}
