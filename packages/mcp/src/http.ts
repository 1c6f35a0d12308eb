import { createMcpHandler, isInitializeRequest } from '@modelcontextprotocol/server';
import type { Fetch } from '@portcullis/client';
import { apiReader, mcpServer } from './mcp-server.ts';

/** What the HTTP endpoint needs to know of the service that it is part of. */
export interface McpEndpointOptions {
  /** The version of the service. */
  readonly version: string;
  /** Reports errors of this package, and requests that break the protocol. */
  readonly onError: (error: Error) => void;
}

/** A request to the endpoint, whose caller is authenticated. */
export interface McpCall {
  readonly request: Request;
  /** Sends a request of the same caller to the service. */
  readonly fetch: Fetch;
}

/** Serves one request to the endpoint. */
export type McpEndpoint = (call: McpCall) => Promise<Response>;

const sessionHeader = 'Mcp-Session-Id';
/** The requests stay in this process, so only the path of their URL matters. */
const baseUrl = 'http://portcullis.internal';

/**
 * Creates the endpoint of the Model Context Protocol. Nothing is kept between requests, so every process can serve each
 * of them, and nothing of a caller outlives its key. Clients of the versions before 2026-07-28 send their name only once:
 * the id of their session contains it.
 */
export function mcpEndpoint({ version, onError }: McpEndpointOptions): McpEndpoint {
  const api = apiReader();
  return async ({ request, fetch }) => {
    const clientName = nameIn(request.headers.get(sessionHeader));
    const handler = createMcpHandler(() => mcpServer({ version, baseUrl, fetch, api, clientName }), {
      onerror: onError,
    });
    const message = parsed(await request.clone().text());
    // The present versions have no batches, and one would count as one call for the rate limit.
    if (Array.isArray(message)) return withoutBatches();
    const response = await handler.fetch(request);
    // Only the request that opens a session contains the name of the client.
    if (isInitializeRequest(message) && response.ok)
      response.headers.set(sessionHeader, sessionOf(message.params.clientInfo.name));
    return response;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const withoutBatches = (): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Send one message at a time.' } },
    { status: 400 },
  );

const sessionOf = (name: string): string => Buffer.from(name.slice(0, 64)).toString('base64url') || '-';

const nameIn = (session: string | null): string => Buffer.from((session ?? '').slice(0, 256), 'base64url').toString();
