import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '@portcullis/adapters-http/internal/testing';
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
  const response = await sendRequest(`${url}/api/media`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
    localAddress: nextAddress(),
  });
  const { reason, data } = JSON.parse(response.text);
  return {
    status: response.status,
    reason,
    retryAfter: Number(response.headers.get('Retry-After') ?? 0),
    file: response.ok ? data : undefined,
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
