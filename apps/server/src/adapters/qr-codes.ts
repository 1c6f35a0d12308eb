import type { QrCodes } from '@portcullis/application';

/** Draws QR codes. The library is loaded with the first one, because most processes draw none. */
export const qrCodes: QrCodes = {
  svgOf: async (text) => (await import('uqr')).renderSVG(text),
};
