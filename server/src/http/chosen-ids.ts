import { AppError } from '../process/app-error.ts'

/** Specification 5: 'Delete works by a single id or by comma-separated ids.' Those of a query, each once; throws an AppError for neither and for both. */
export function chosenIds({ id, ids }: { id?: string | undefined; ids?: string | undefined }): string[] {
  if ((id === undefined) === (ids === undefined)) throw new AppError('bad_request', 'Give either id or ids.')
  return [...new Set(id === undefined ? ids?.split(',') : [id])]
}
