import sharp from 'sharp';
import { randomNumbers } from './hostile-files.ts';

/** Where a photograph was made, as phones write it. */
const place = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '51/1 30/1 3230/100',
  GPSLongitudeRef: 'W',
  GPSLongitude: '0/1 7/1 3974/100',
  GPSMapDatum: 'WGS-84',
};

/** Makes a photograph: a picture with much detail, and metadata with its place, which turn it by 90 degrees. */
export async function photograph(width: number, height: number): Promise<Buffer> {
  const random = randomNumbers(1);
  const [smallWidth, smallHeight] = [Math.ceil(width / 10), Math.ceil(height / 10)];
  const small = Buffer.from(Array.from({ length: smallWidth * smallHeight * 3 }, () => Math.floor(random() * 256)));
  const detail = sharp(small, { raw: { width: smallWidth, height: smallHeight, channels: 3 } });
  return detail
    .resize({ width, height, fit: 'fill' })
    .withExif({ IFD3: place })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}
