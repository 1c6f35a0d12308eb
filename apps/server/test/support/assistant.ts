import { expect } from 'chai';

type Values = Readonly<Record<string, unknown>>;

/** What tools return; each tool returns some of it. */
interface Structured {
  readonly type: string;
  readonly id: string;
  readonly version: number;
  readonly entry: Values;
  readonly entries: readonly Values[];
  readonly total: number;
}

/** The result of a call of a tool. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Structured;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: { readonly type: { readonly enum: readonly string[] } } };
  readonly outputSchema: Values;
  readonly annotations: Readonly<Record<string, boolean>>;
}

type Headings = Readonly<Record<string, string>>;

export type Era = '2025-11-25' | '2026-07-28';

/** An assistant with the credentials of one caller, which speaks one version of the protocol. */
export interface Assistant {
  /** Sends a message, and returns the response of HTTP. */
  readonly send: (method: string, params?: object, headers?: Headings) => Promise<Response>;
  /** Sends a message, and returns its result. */
  readonly ask: <Result>(method: string, params?: object, headers?: Headings) => Promise<Result>;
  readonly tools: () => Promise<readonly Tool[]>;
  readonly call: (name: string, args?: object) => Promise<ToolResult>;
}

/** Returns the message in the body of a response, which is JSON or a stream with one event. */
async function messageIn(response: Response): Promise<object> {
  const text = await response.text();
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream') !== true) return JSON.parse(text);
  const data = text.split('\n').find((line) => line.startsWith('data: {'));
  return JSON.parse(data?.slice('data: '.length) ?? 'null');
}

/** Returns an assistant that calls the endpoint of a service. */
export function anAssistant(url: string, key: string | undefined, era: Era = '2026-07-28'): Assistant {
  const name = 'test assistant';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  let id = 0;
  const send: Assistant['send'] = (method, params = {}, headers = {}) => {
    id += 1;
    const isModern = era === '2026-07-28';
    return fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Protocol-Version': era,
        ...(isModern && { 'Mcp-Method': method }),
        ...(isModern && 'name' in params && { 'Mcp-Name': String(params.name) }),
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: isModern ? { ...params, _meta: meta } : params }),
    });
  };
  const ask = async <Result>(method: string, params?: object, headers?: Headings): Promise<Result> => {
    const response = await send(method, params, headers);
    const message = await messageIn(response);
    expect(message, JSON.stringify(message)).to.have.property('result');
    return (message as { readonly result: Result }).result;
  };
  return {
    send,
    ask,
    tools: async () => (await ask<{ tools: readonly Tool[] }>('tools/list')).tools,
    call: (tool, args = {}) => ask('tools/call', { name: tool, arguments: args }),
  };
}
