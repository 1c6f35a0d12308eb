/** The queue is full, so the document was not converted. The caller can try again later. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
}

/** The conversion exceeds the limit of CPU time, wall-clock time or memory. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

/** The HTML would be far larger than the document, because most cells are missing in the rows of its tables. */
export class DocumentTooComplex extends Error {
  override readonly name = 'DocumentTooComplex';
}
