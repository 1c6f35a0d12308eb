import { PortcullisError, versionConflictOf } from '@portcullis/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { marked } from './answers.ts';

/** A call whose arguments do not fit the tool. The message says what would. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** What helps against the refusals of each status. */
const helpByStatus: Readonly<Record<number, string>> = {
  400: 'Correct the values that the message names. The schema of the tool lists what is allowed.',
  401: 'The key has ended. A person must give a new one.',
  403: 'The caller may not do this. An administrator can give the permission, or a person can do it in the console.',
  404: 'It does not exist, or the caller may not read it. Look for it with search or list.',
  409: 'The state of the entry does not allow this. Read it, and decide again.',
  412: 'Somebody has changed the entry. Read it again, compare, and call again with its present version.',
  422: 'This idempotencyKey belongs to another call. Leave it out, or choose another one.',
  428: 'Read the entry, and send its version.',
  429: 'Wait, and call again.',
  503: 'The service is busy. Wait, and call again.',
};

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

function helpFor(error: PortcullisError): string {
  if (error.reason === 'step-up-required') return 'A person must do this in the console.';
  const current = versionConflictOf(error)?.current;
  const seconds = error.retryAfterSeconds;
  return [
    helpByStatus[error.status] ?? 'A person should look at the log of the service.',
    ...(current === undefined ? [] : [`The present version is ${current}.`]),
    ...(seconds === undefined ? [] : [`The wait is ${seconds} seconds.`]),
  ].join(' ');
}

/** Returns the details of a refusal. If they are no errors of fields, they can contain texts of others: names of roles. */
function detailsOf({ errors }: PortcullisError): string {
  if (errors === null) return '';
  const details = JSON.stringify(errors);
  return Array.isArray(errors) ? ` ${details}` : `\n${marked(details, null)}`;
}

/**
 * Returns the answer to a call that failed: why, and what would help.
 * @throws the error itself, if it is a fault of this program
 */
export function refusalAnswer(error: unknown): CallToolResult {
  if (error instanceof ArgumentError) return failed(`Not called: ${error.message}`);
  if (error instanceof PortcullisError) {
    const request = error.requestId === undefined ? '' : ` Request ${error.requestId}.`;
    return failed(
      `Refused: ${error.message}${detailsOf(error)}\nReason: ${error.reason ?? 'unknown'} (HTTP ${error.status}).${request}\nWhat helps: ${helpFor(error)}`,
    );
  }
  if (error instanceof URIError) return failed('Not called: a text contains half a character.');
  // `fetch` rejects with this error if there is no response.
  if (error instanceof TypeError && error.cause !== undefined)
    return failed('The service cannot be reached. Call again later.');
  throw error;
}
