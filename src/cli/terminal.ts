/** How many characters a terminal shows. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** What programs take a terminal for that does not tell: the size of the VT100, which their authors also tried. */
export const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };

/**
 * The size of an output now; undefined when it is no terminal. Never 0: `script`, expect and containers give out
 * terminals nobody set a size of, which say 0 x 0. The usual size stands in for what is not known.
 */
export function terminalSize(output: {
  readonly isTTY: boolean;
  readonly columns?: number;
  readonly rows?: number;
}): TerminalSize | undefined {
  if (!output.isTTY) return undefined;
  const known = (size: number | undefined, usual: number): number => (size === undefined || size <= 0 ? usual : size);
  return { columns: known(output.columns, USUAL_SIZE.columns), rows: known(output.rows, USUAL_SIZE.rows) };
}
