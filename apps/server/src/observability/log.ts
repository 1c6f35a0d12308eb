import type { RequestEntry } from '@portcullis/adapters-http';
import { pino, type DestinationStream, type Logger } from 'pino';
import { lineOutput } from './line-output.ts';

/** JSON lines on standard output; readable ones where that is a terminal. */
export const createLog = async (level: string): Promise<Logger> =>
  logTo(process.stdout.isTTY ? await readable(process.stdout) : lineOutput(process.stdout.fd), level);

export const logTo = (destination: DestinationStream, level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: described } }, destination);

/** What people at a terminal care for, a line each. */
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

/** Refusals that somebody should hear of. */
const alarming: ReadonlySet<string | undefined> = new Set(['refresh-token-reused']);

/** One line a request; a fault of ours leaves its stack there, and only there. */
export const logRequest =
  (log: Logger) =>
  (entry: RequestEntry): void => {
    if (entry.code === undefined) log.info(entry, 'request');
    else logFailure(log, entry);
  };

/** Characters. */
const longestPath = 200;

function logFailure(log: Logger, { fault, path, ...rest }: RequestEntry): void {
  const entry = path === undefined ? rest : { ...rest, path: redacted(path).slice(0, longestPath) };
  if (fault !== undefined) log.error({ ...entry, err: fault }, 'request failed');
  else log[alarming.has(entry.refusal) ? 'warn' : 'info'](entry, `refused: ${entry.refusal}`);
}

/** What no line may hold, should it ever be part of an error's text: hashes, tokens, and the password of an address. */
const secrets = [
  /\$argon2\S+/g,
  /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /[\w-]{36}\.[\w-]{43}\.[\w-]{43}/g,
  /(?<=:\/\/[^\s/:@]*:)[^\s@]+(?=@)/g,
];

const redacted = (text: string): string => secrets.reduce((clean, secret) => clean.replace(secret, '[redacted]'), text);

/**
 * An error and its causes, without what libraries hang on them: the error of a failed statement carries its parameters, that
 * of a Redis command its arguments.
 */
function described(error: unknown): Readonly<Record<string, unknown>> {
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
