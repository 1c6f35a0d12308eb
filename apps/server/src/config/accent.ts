/** The colours of the console that depend on its accent: for the light and the dark theme. */
interface AccentColours {
  readonly accent: readonly [light: string, dark: string];
  /** The ground of what is chosen, on which texts have the accent. */
  readonly soft: readonly [light: string, dark: string];
  /** The texts on the accent. */
  readonly onAccent: readonly [light: string, dark: string];
}

type Colour = readonly [red: number, green: number, blue: number];

/** The contrast that WCAG 2.2 AA asks of texts. */
const enough = 4.5;

const white: Colour = [255, 255, 255];
const darkSurface: Colour = [22, 27, 36];
const darkText: Colour = [15, 26, 51];

const channels = [1, 3, 5] as const;

function parse(text: string): Colour | undefined {
  if (!/^#[\da-f]{6}$/i.test(text)) return undefined;
  const [red = 0, green = 0, blue = 0] = channels.map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  return [red, green, blue];
}

const hex = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Returns a colour between two colours. @param part the part of the second colour, from 0 to 1 */
function mix([red, green, blue]: Colour, [otherRed, otherGreen, otherBlue]: Colour, part: number): Colour {
  const between = (one: number, other: number): number => Math.round(one + (other - one) * part);
  return [between(red, otherRed), between(green, otherGreen), between(blue, otherBlue)];
}

/** Returns the relative luminance of a colour, as WCAG defines it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Returns the colours for an accent such as `#2455c3`. For the dark theme, the accent becomes lighter until texts in it
 * can be read.
 * @returns undefined if it is no colour, or if texts in it could not be read on white, or white texts on it
 */
export function accentColours(text: string): AccentColours | undefined {
  const light = parse(text);
  if (light === undefined) return undefined;
  const softLight = mix(white, light, 0.1);
  if (contrast(light, white) < enough || contrast(light, softLight) < enough) return undefined;
  const steps = Array.from({ length: 21 }, (_, step) => mix(light, white, step / 20));
  const softOf = (colour: Colour): Colour => mix(darkSurface, colour, 0.15);
  const isReadable = (colour: Colour): boolean =>
    [softOf(colour), darkSurface, darkText].every((ground) => contrast(colour, ground) >= enough);
  const dark = steps.find(isReadable) ?? white;
  return {
    accent: [hex(light), hex(dark)],
    soft: [hex(softLight), hex(softOf(dark))],
    onAccent: [hex(white), hex(darkText)],
  };
}
