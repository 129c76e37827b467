export { ERROR } from './frame.js';
export { Http2Error } from './http2-error.js';
export { ClientSession } from './session.js';
export type { Header } from './static-table.js';
export type { ClientStream } from './stream.js';
