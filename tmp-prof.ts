import { readFileSync } from 'node:fs';
import { dropManagedFields, messageTypeOf, readUnknown, validateMessage, decodeMessage } from './src/wire/codec/index.js';
const u = readUnknown(readFileSync('/tmp/cap-pod.pb')); const type = messageTypeOf(u.apiVersion, u.kind)!;
const lean = Buffer.from(dropManagedFields(type, u.raw));
const N = 4000; const leans = Array.from({ length: N }, () => Buffer.from(lean)); let sink: unknown;
const f = process.argv[2] === 'd' ? decodeMessage : validateMessage;
for (let r = 0; r < 60; r++) for (const b of leans) sink = f(type, b);
console.log(sink !== undefined);
