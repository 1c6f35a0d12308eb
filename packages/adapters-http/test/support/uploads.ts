import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf } from '@portcullis/testing/internal/fakes';
import type { InMemoryWorld } from '@portcullis/testing/internal/world';
import type { ReceiveForm } from '../../src/body/multipart-body.ts';
import { formReceiver } from '../../src/body/receive-form.ts';
import type { Api, ApiResponse } from './api.ts';

/** Receives forms, and puts their files into `localFiles` of the world. */
export function receiveInMemory({ localFiles }: Pick<InMemoryWorld, 'localFiles'>): ReceiveForm {
  const receive = formReceiver(100_000);
  return async (request, folder) => {
    const onDisk = await mkdtemp(join(tmpdir(), 'uploads-'));
    try {
      const { file, fields } = await receive(request, onDisk);
      const bytes = new Uint8Array(await readFile(file.path));
      const path = localFiles.put(`${folder}/received`, bytes);
      return { file: { ...file, path, sha256: hashOf(Buffer.from(bytes).toString()) }, fields };
    } finally {
      await rm(onDisk, { recursive: true });
    }
  };
}

/** Uploads a file with these bytes, or a form without a file. */
export async function upload<Data = unknown>(
  api: Api,
  content: string | undefined,
  { name = 'Bridge.png', ...texts }: Readonly<Record<string, string>> = {},
): Promise<ApiResponse<Data>> {
  const form = new FormData();
  for (const [field, text] of Object.entries(texts)) form.append(field, text);
  if (content === undefined) form.append('alt', 'no file');
  else form.append('file', new File([content], name));
  const encoded = new Response(form);
  const body = new Uint8Array(await encoded.arrayBuffer());
  return api.post<Data>('/media', body, { 'Content-Type': encoded.headers.get('Content-Type') ?? '' });
}
