export { HttpError } from './failure.js';
export type { HttpErrorCode, RequestName } from './failure.js';
export { HttpTransport } from './http-transport.js';
export type { HttpOptions, RateLimit } from './options.js';
export type {
  ConnectionStats,
  HttpHeaders,
  HttpProtocol,
  HttpRequest,
  HttpResponse,
  Purpose,
  Transport,
  TransportStats,
} from './transport.js';
export type { Warning } from './warnings.js';
