import { AppError } from '../process/app-error.ts'

/**
 * Specification 5: 'Delete works by a single id or by comma-separated ids.' The distinct ids of a query. Throws an AppError
 * unless it has exactly one of id and ids.
 */
export function chosenIds({ id, ids }: { id?: string | undefined; ids?: string | undefined }): string[] {
  if ((id === undefined) === (ids === undefined)) throw new AppError('bad_request', 'Give either id or ids.')
  return [...new Set(id === undefined ? ids?.split(',') : [id])]
}

/** The versions given with the ids of a query, by id. Throws an AppError if their numbers differ. */
export function chosenVersions(query: {
  id?: string | undefined
  ids?: string | undefined
  versions?: string | undefined
}): ReadonlyMap<string, number> {
  if (query.versions === undefined) return new Map()
  const ids = (query.id ?? query.ids ?? '').split(',')
  const versions = query.versions.split(',').map(Number)
  if (versions.length !== ids.length) throw new AppError('bad_request', 'Give a version for each id.')
  return new Map(versions.map((version, at) => [ids[at] ?? '', version]))
}
