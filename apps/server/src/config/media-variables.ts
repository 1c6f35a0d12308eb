import {
  defaultMediaPresets,
  mediaFormats,
  presetsText,
  type MediaFormat,
  type MediaPreset,
} from '@portcullis/domain/internal/media/media-file';
import { anyText, flag, oneOf, textWith, url, type Variables, type VariableType } from './variable.ts';
import { entriesOf, isUrl } from './variable-texts.ts';

const unitBytes: Readonly<Record<string, number>> = { '': 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };

const byteCount: VariableType<number> = {
  takes: 'a number of bytes such as 26214400, 25MB or 10GB',
  parse: (text) => {
    const [, count = '', unit = ''] = /^(\d{1,15})(|KB|MB|GB|TB)$/.exec(text) ?? [];
    const bytes = Number(count) * (unitBytes[unit] ?? 0);
    return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
  },
};

const quota: VariableType<{ readonly all: number; readonly perUploader: number }> = {
  takes: 'one or two numbers of bytes such as 100GB or 100GB,5GB',
  parse: (text) => {
    const [all, perUploader = all, ...rest] = entriesOf(text).map(byteCount.parse);
    return all === undefined || perUploader === undefined || rest.length > 0 ? undefined : { all, perUploader };
  },
};

/** The narrowest and the widest variant, in pixels, and the maximum number of presets. */
const presetLimits = { minWidth: 16, maxWidth: 4096, count: 12 };

function presetOf(entry: string): MediaPreset | undefined {
  const [, name = '', width = '', height] = /^([a-z][a-z0-9]{0,31})=(\d{2,4})(?:x(\d{2,4}))?$/.exec(entry) ?? [];
  const pixels = Number(width);
  const isGood = pixels >= presetLimits.minWidth && pixels <= presetLimits.maxWidth && (height ?? width) === width;
  return name !== '' && isGood ? { name, width: pixels, isSquare: height !== undefined } : undefined;
}

const presets: VariableType<readonly MediaPreset[]> = {
  takes: `1 to ${presetLimits.count} different names with a width of ${presetLimits.minWidth} to ${presetLimits.maxWidth} pixels, such as small=640, or with a square such as square=512x512, separated by commas`,
  parse: (text) => {
    const entries = entriesOf(text);
    const parsed = entries.flatMap((entry) => presetOf(entry) ?? []);
    const isGood = parsed.length === entries.length && parsed.length > 0 && parsed.length <= presetLimits.count;
    return isGood && new Set(parsed.map(({ name }) => name)).size === parsed.length ? parsed : undefined;
  },
};

/** @param entry a media type such as `image/jpeg`, or a group such as `image/*` */
const isIn = (entry: string, { mime }: MediaFormat): boolean =>
  entry.endsWith('/*') ? mime.startsWith(entry.slice(0, -1)) : mime === entry;

const formats: VariableType<readonly MediaFormat[]> = {
  takes: 'media types such as image/jpeg, or groups such as image/*, separated by commas',
  parse: (text) => {
    const entries = entriesOf(text);
    const areKnown = entries.every((entry) => mediaFormats.some((format) => isIn(entry, format)));
    return areKnown ? mediaFormats.filter((format) => entries.some((entry) => isIn(entry, format))) : undefined;
  },
};

const inS3 = { names: ['MEDIA_S3_BUCKET'], because: 'files are stored in a bucket of S3' };

/** The environment variables for files, in the order of the documentation. */
export const mediaVariables = {
  mediaStore: {
    name: 'MEDIA_STORE',
    type: oneOf(['disk', 's3']),
    default: 'disk',
    help: '`disk`: files are stored in `DATA_DIR/media`; `s3`: in a bucket of a service that is compatible with S3 ([operations](docs/operations.md#files))',
  },
  mediaMaxBytes: {
    name: 'MEDIA_MAX_BYTES',
    type: byteCount,
    default: '25MB',
    help: 'maximum size of a file',
  },
  mediaQuota: {
    name: 'MEDIA_QUOTA_BYTES',
    type: quota,
    help: 'how many bytes of files may be stored, such as `100GB`; with a second number, such as `100GB,5GB`, how many each user may upload; unset: there is no limit',
  },
  mediaPresets: {
    name: 'MEDIA_PRESETS',
    type: presets,
    default: presetsText(defaultMediaPresets),
    help: 'names and widths of the smaller copies of pictures; `square=512x512` is cropped to a square; after a change, `portcullis media rebuild` makes those of older pictures again',
  },
  mediaFormats: {
    name: 'MEDIA_TYPES',
    type: formats,
    default: 'image/*,video/*,audio/*,application/*,text/plain',
    help: 'media types of the files that can be uploaded; `image/*` is a group',
  },
  mediaSvg: {
    name: 'MEDIA_SVG',
    type: oneOf(['refuse', 'raster']),
    default: 'refuse',
    help: '`refuse`: SVG pictures are refused, because they can contain scripts; `raster`: they are stored as PNG',
  },
  mediaOrigin: {
    name: 'MEDIA_ORIGIN',
    type: textWith(
      'an origin such as https://media.example.com',
      (text) => isUrl(text, ['https:', 'http:']) && new URL(text).origin === text,
    ),
    help: 'origin in the URLs of files, if another host or a CDN serves `/media`; unset: the URLs are paths',
  },
  mediaS3Bucket: { name: 'MEDIA_S3_BUCKET', type: anyText, help: 'the bucket for `MEDIA_STORE=s3`' },
  mediaS3Endpoint: {
    name: 'MEDIA_S3_ENDPOINT',
    type: url('https:', 'http:'),
    needs: inS3,
    help: 'URL of the S3 service; unset: that of AWS',
  },
  mediaS3Region: { name: 'MEDIA_S3_REGION', type: anyText, default: 'us-east-1', help: 'region of the bucket' },
  mediaS3PathStyle: {
    name: 'MEDIA_S3_PATH_STYLE',
    type: flag,
    default: 'false',
    help: 'whether the name of the bucket is in the path of URLs instead of in the host',
  },
  mediaS3AccessKeyId: {
    name: 'MEDIA_S3_ACCESS_KEY_ID',
    type: anyText,
    needs: { ...inS3, names: ['MEDIA_S3_BUCKET', 'MEDIA_S3_SECRET_ACCESS_KEY'] },
    help: 'id of the access key; unset: the role of the machine is used',
  },
  mediaS3SecretAccessKey: {
    name: 'MEDIA_S3_SECRET_ACCESS_KEY',
    type: anyText,
    isSecret: true,
    needs: { ...inS3, names: ['MEDIA_S3_BUCKET', 'MEDIA_S3_ACCESS_KEY_ID'] },
    help: 'secret of the access key',
  },
} as const satisfies Variables;
