import type { QrCodes } from '@portcullis/application';

/** Draws QR codes. The library is loaded when the first code is drawn, because most processes draw none. */
export const qrCodes: QrCodes = {
  svgOf: async (text) => (await import('uqr')).renderSVG(text),
};
