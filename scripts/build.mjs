// `npm run build`: compiles src to dist.
import { fileURLToPath } from 'node:url';
import { build } from './lib/build.mjs';
import { endLike } from './lib/program.mjs';

endLike(await build(fileURLToPath(new URL('..', import.meta.url))));
