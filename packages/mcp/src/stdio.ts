import { serveStdio, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import { createClient, type Fetch } from '@portcullis/client';
import { apiReader, mcpServer } from './mcp-server.ts';

/** The service that an assistant on this machine works with. */
export interface StdioOptions {
  /** The URL of the service, such as `https://api.example.com`. */
  readonly url: string;
  /** The API key, or the access token of a person. */
  readonly key: string;
  readonly version: string;
  readonly onError: (error: Error) => void;
}

/**
 * Serves the Model Context Protocol on standard input and output, with the operations of a remote service.
 * @example
 * const options = { url: 'http://127.0.0.1:3000', key: 'ptc_…', version: '1.0.0', onError: console.error };
 * const connection = await serveOnStdio(options);
 * await connection.close();
 * @throws {PortcullisError} if the service refuses the key
 * @throws {TypeError} from `fetch`, if there is no response
 */
export async function serveOnStdio({ url, key, version, onError }: StdioOptions): Promise<StdioServerHandle> {
  const send: Fetch = (request) => {
    request.headers.set('Authorization', `Bearer ${key}`);
    return fetch(request);
  };
  const client = createClient({ baseUrl: url, fetch: send });
  // A wrong key or address is reported before the assistant asks for anything.
  await client.get('/api/auth/operations');
  const api = apiReader();
  return serveStdio(() => mcpServer({ version, baseUrl: url, fetch: send, api }), {
    onerror: onError,
  });
}
