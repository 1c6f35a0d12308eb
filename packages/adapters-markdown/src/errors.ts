/** As many documents wait for a worker as may. Nothing was done; trying again later helps. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
}

/** The document takes longer, or more memory, than one document may, even without highlighting. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

/** The document would grow far beyond its source, as tables do whose rows lack most of their cells. */
export class DocumentTooComplex extends Error {
  override readonly name = 'DocumentTooComplex';
}
