// Loaded with `--import` before tsx: puts one mutant, named by $MUTANT, into the source as it is read.
import { register } from 'node:module';
import { MUTANTS } from './catalogue.mjs';

const mutant = MUTANTS.find(({ name }) => name === process.env['MUTANT']);
if (mutant === undefined) throw new Error(`There is no mutant ${process.env['MUTANT'] ?? '(none named)'}.`);
register('../../model/mutants/patch-hook.mjs', import.meta.url, { data: mutant });
