export { realClock } from './clock.js';
export type { Clock, Timer } from './clock.js';
export { consoleLogger, silentLogger } from './logger.js';
export type { Logger } from './logger.js';
export { noMetrics } from './metrics.js';
export type { Counter, Gauge, Histogram, Labels, MetricsProvider } from './metrics.js';
