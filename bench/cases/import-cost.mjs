// What it costs to import one module, in a process that has loaded nothing else. Prints one line of JSON. It is no
// TypeScript, since what compiles that on the way would be measured too.
const [module = ''] = process.argv.slice(2);

globalThis.gc?.();
const before = process.memoryUsage.rss();
const startedAt = performance.now();
await import(module);
const ms = performance.now() - startedAt;
console.log(JSON.stringify({ ms, rss: process.memoryUsage.rss() - before }));
