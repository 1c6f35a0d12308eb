import { Agent, request, type IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../test/support/api.ts';

/** A file in a response, with the fields that these tests read. */
export interface UploadedFile {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly variants: readonly { readonly preset: string; readonly url: string }[];
}

/** The response to an upload. `file` is undefined after a refusal. */
export interface UploadResponse {
  readonly status: number;
  readonly reason: string | undefined;
  readonly retryAfter: number;
  readonly file: UploadedFile | undefined;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });
let sent = 0;

/**
 * Returns another address of this machine at each call. The service limits the uploads of each address, and a test sends
 * more of them than a person.
 */
function nextAddress(): string {
  sent += 1;
  return `127.0.${1 + (Math.floor(sent / 250) % 250)}.${1 + (sent % 250)}`;
}

/** Uploads a file. Rejects if the connection breaks. */
export async function upload(
  { url, token }: Pick<Api, 'url' | 'token'>,
  content: Uint8Array,
  name: string,
): Promise<UploadResponse> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(content)]), name);
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': encoded.headers.get('Content-Type') ?? '',
    'Content-Length': body.length,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(`${url}/api/media`, { method: 'POST', headers, agent, localAddress: nextAddress() });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
  const answer = JSON.parse((await bytesOf(response)).toString());
  const status = response.statusCode ?? 0;
  return {
    status,
    reason: answer.reason,
    retryAfter: Number(response.headers['retry-after'] ?? 0),
    file: status < 300 ? answer.data : undefined,
  };
}

/**
 * Uploads a file, and tries again after the time in `Retry-After` while the service is busy. The service closes the
 * connection when it refuses a file before it has read all of it. A client that is still sending then may not receive
 * the response, so it also tries again after such an error.
 */
export async function uploadPatiently(
  api: Pick<Api, 'url' | 'token'>,
  content: Uint8Array,
  name: string,
): Promise<UploadResponse> {
  for (;;) {
    const response = await upload(api, content, name).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
    if (response !== undefined && response.status !== 503) return response;
    await sleep(1000 * (response?.retryAfter ?? 1));
  }
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the SHA-256 of bytes, in hexadecimal. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Reads the bytes of a file as a visitor. Rejects if the connection breaks before all of them have arrived. */
export async function readFile(
  url: string,
  path: string,
): Promise<{ readonly status: number; readonly bytes: Buffer }> {
  const response = await fetch(new URL(path, url));
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Returns all files. */
export async function allFiles(admin: Api): Promise<readonly UploadedFile[]> {
  const files: UploadedFile[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await admin.get<{ items: readonly UploadedFile[] }>(`/media?page=${page}&pageSize=100`);
    files.push(...data.items);
    if (data.items.length < 100) return files;
  }
}
