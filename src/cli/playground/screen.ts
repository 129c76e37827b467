import type { Io } from '../command.js';

const ESC = '\u001b[';
const HIDE_CURSOR = `${ESC}?25l`;
const SHOW_CURSOR = `${ESC}?25h`;
const HOME = `${ESC}H`;
const CLEAR_LINE_END = `${ESC}K`;
const CLEAR_BELOW = `${ESC}J`;
const OTHER_SCREEN = `${ESC}?1049h`;
const OWN_SCREEN = `${ESC}?1049l`;

/** The terminal's second screen, drawn over in place, so that nothing flickers and the first one is left as it was. */
export class Screen {
  readonly #io: Io;

  constructor(io: Io) {
    this.#io = io;
    io.out(OTHER_SCREEN + HIDE_CURSOR);
  }

  draw(lines: readonly string[]): void {
    this.#io.out(HOME + lines.map((line) => line + CLEAR_LINE_END).join('\r\n') + CLEAR_BELOW);
  }

  close(): void {
    this.#io.out(SHOW_CURSOR + OWN_SCREEN);
  }
}
