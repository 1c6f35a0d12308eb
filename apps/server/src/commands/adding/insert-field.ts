import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** The parts of a syntax tree of TypeScript that are needed here. */
interface Node {
  readonly pos: number;
  readonly end: number;
  readonly kind: number;
  readonly text?: string;
  readonly name?: Node;
  readonly initializer?: Node;
  readonly expression?: Node;
  readonly arguments?: readonly Node[];
  readonly properties?: readonly Node[] & { readonly end: number; readonly hasTrailingComma?: boolean };
}

interface Compiler {
  readonly createSourceFile?: (
    name: string,
    text: string,
    target: number,
  ) => Node & { readonly parseDiagnostics: readonly unknown[] };
  readonly forEachChild: (node: Node, visit: (child: Node) => void) => void;
  readonly SyntaxKind: { readonly ImportDeclaration: number };
}

/** Returns the compiler of the project in the working directory; undefined if it has none with an interface for programs. */
function compilerOf(): Required<Compiler> | undefined {
  try {
    const compiler: Compiler = createRequire(resolve('package.json'))('typescript');
    const { createSourceFile, forEachChild, SyntaxKind } = compiler;
    return createSourceFile === undefined ? undefined : { createSourceFile, forEachChild, SyntaxKind };
  } catch {
    return undefined;
  }
}

const memberOf = (object: Node | undefined, name: string): Node | undefined =>
  object?.properties?.find((each) => each.name?.text === name)?.initializer;

/**
 * Inserts lines after the last field of a resource in a source text.
 * @param imports lines that are added after the last import, unless the text has them
 * @returns the new text; undefined if the text does not contain the definition, or cannot be parsed
 */
export function insertFields(
  text: string,
  resource: string,
  lines: string,
  imports: readonly string[],
): string | undefined {
  const compiler = compilerOf();
  const source = compiler?.createSourceFile('module.ts', text, 99);
  if (compiler === undefined || source === undefined || source.parseDiagnostics.length > 0) return undefined;
  let fields: Node['properties'];
  let lastImport = 0;
  const visit = (node: Node): void => {
    if (node.kind === compiler.SyntaxKind.ImportDeclaration) lastImport = node.end;
    const [definition] = node.expression?.text === 'defineResource' ? (node.arguments ?? []) : [];
    if (memberOf(definition, 'name')?.text === resource) fields = memberOf(definition, 'fields')?.properties;
    compiler.forEachChild(node, visit);
  };
  visit(source);
  if (fields === undefined) return undefined;
  const comma = fields.hasTrailingComma === true || fields.length === 0 ? '' : ',';
  const added = imports.filter((line) => !text.includes(line)).map((line) => `\n${line}`);
  return `${text.slice(0, lastImport)}${added.join('')}${text.slice(lastImport, fields.end)}${comma}\n${lines}${text.slice(fields.end)}`;
}
