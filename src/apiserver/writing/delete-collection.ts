import type { Answer } from '../http/contract.js';
import { list } from '../reading/index.js';
import { StatusError } from '../status-error.js';
import { deleteObject } from './delete.js';
import type { DeleteOptions } from './options.js';
import type { Write } from './write.js';

/**
 * Deletes every object that a list with the same parameters gives, each as if it alone were deleted, and answers with
 * that list. Others may write meanwhile: what is gone by its turn is no failure.
 */
export async function deleteCollection(write: Write, options: DeleteOptions): Promise<Answer> {
  const answer = await list(write.tools.storage, write.request);
  if (answer.type !== 'list') return answer;
  const entries = [...answer.list.entries];
  for (const { name } of entries) {
    try {
      deleteObject(write, name, options);
    } catch (error) {
      if (!(error instanceof StatusError && error.status.code === 404)) throw error;
    }
  }
  return { type: 'list', list: { ...answer.list, entries } };
}
