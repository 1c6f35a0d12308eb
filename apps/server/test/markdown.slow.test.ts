import { HttpError } from '@portcullis/adapters-http/internal/responses/http-error';
import { DocumentTooComplex, RendererBusy, RenderTimeout } from '@portcullis/adapters-markdown';
import { expect } from 'chai';
import { withHttpErrors } from '../src/adapters/markdown.ts';

async function refusalOf(failure: Error): Promise<unknown> {
  const fails = async (): Promise<never> => {
    throw failure;
  };
  try {
    return await withHttpErrors({ render: fails, clean: fails }, 16).render('');
  } catch (refusal) {
    return refusal;
  }
}

describe('Markdown that cannot be converted', () => {
  it('is refused with 429 and Retry-After while too many documents wait', async () => {
    const refusal = await refusalOf(new RendererBusy());
    expect(refusal).to.be.instanceOf(HttpError).and.include({ kind: 'too-many-requests' });
    expect((refusal as HttpError).headers).to.deep.equal({
      RateLimit: '"markdown";r=0;t=5',
      'RateLimit-Policy': '"markdown";q=16;w=5',
      'Retry-After': '5',
    });
  });

  it('is refused with 413 when it takes too long', async () => {
    const refusal = await refusalOf(new RenderTimeout());
    expect(refusal).to.be.instanceOf(HttpError).and.include({ kind: 'body-too-large' });
  });

  it('is refused with 413 when its tables lack too many cells', async () => {
    const refusal = await refusalOf(new DocumentTooComplex('Too many cells.'));
    expect(refusal).to.be.instanceOf(HttpError).and.include({ kind: 'body-too-large', message: 'Too many cells.' });
  });

  it('causes an internal error in any other case', async () => {
    const fault = new Error('unforeseen');
    expect(await refusalOf(fault)).to.equal(fault);
  });
});
