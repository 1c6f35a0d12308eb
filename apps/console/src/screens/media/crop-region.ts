/** A point of a picture, as fractions of its width and its height. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const clamped = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Returns a focus within the picture, rounded to whole per cent. */
export const focusAt = (x: number, y: number): Focus => ({
  x: Math.round(clamped(x, 0, 1) * 100) / 100,
  y: Math.round(clamped(y, 0, 1) * 100) / 100,
});

const [step, largeStep] = [0.01, 0.1];

const directions: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns where an arrow key moves the focus; undefined for other keys. */
export function movedFocus({ x, y }: Focus, key: string, isLarge: boolean): Focus | undefined {
  const direction = directions[key];
  const by = isLarge ? largeStep : step;
  return direction && focusAt(x + by * direction.x, y + by * direction.y);
}

/**
 * Returns the position of a picture in a square that it covers, for `object-position` of CSS. The service crops pictures
 * in the same way: the middle of the square is as near to the focus as possible.
 */
export function positionInSquare({ x, y }: Focus, { width, height }: Size): string {
  const side = Math.min(width, height);
  const percentOf = (at: number, length: number): number =>
    length === side ? 50 : (100 * clamped(at * length - side / 2, 0, length - side)) / (length - side);
  return `${percentOf(x, width).toFixed(1)}% ${percentOf(y, height).toFixed(1)}%`;
}
