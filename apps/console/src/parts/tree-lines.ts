import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Line {
  readonly dependencies: readonly unknown[];
  readonly element: VNode;
}

/**
 * Returns a function that creates the element of a line, or returns its element of the last rendering if the
 * dependencies are the same. Preact does not render the same element again, which matters for trees of hundreds of nodes.
 */
export function useLines() {
  const before = useRef<ReadonlyMap<string, Line>>(new Map());
  const lines = new Map<string, Line>();
  const known = before.current;
  before.current = lines;
  return (id: string, dependencies: readonly unknown[], create: () => VNode): VNode => {
    const last = known.get(id);
    const isSame = last?.dependencies.every((value, index) => value === dependencies[index]) === true;
    const line = isSame ? last : { dependencies, element: create() };
    lines.set(id, line);
    return line.element;
  };
}

/** Number of lines that are shown at once. They are higher than most windows. */
const firstLines = 60;

/** The other lines of a long tree follow after this many milliseconds, so that the window shows the first ones early. */
const pause = 50;

/** Returns how many lines of a tree are shown. */
export function useLineCount(): number {
  const [count, setCount] = useState(firstLines);
  useEffect(() => {
    const timer = setTimeout(() => setCount(Number.POSITIVE_INFINITY), pause);
    return () => clearTimeout(timer);
  }, []);
  return count;
}
