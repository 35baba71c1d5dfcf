import type { ImportMode } from '@despatch/contract/administration/users/user'
import { users } from '@despatch/contract/administration/users/users'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { upload } from '../../kit/server/upload.ts'

export type Imported = RouteAnswer<typeof users.import>

/** A file as it was when it was chosen: what is added is what was checked. */
export type ChosenFile = { readonly name: string; readonly content: Blob }

/** What the server takes at most. */
const LARGEST = 20 * 1024 * 1024

/** Reads a chosen file. Throws an Error in words for one that is too large, or cannot be read. */
export async function readChosen(file: File): Promise<ChosenFile> {
  if (file.size > LARGEST) throw new Error('The file is larger than 20 MB: split it into several.')
  const content = await file.arrayBuffer().catch(() => {
    throw new Error('The file cannot be read. Choose it again.')
  })
  return { name: file.name, content: new Blob([content]) }
}

type Given = {
  readonly file: ChosenFile
  readonly mode: ImportMode
  /** Under which {@link importProgress} tells how far it is. */
  readonly run: string
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
}

/**
 * Has a file of users checked or added. See {@link upload} for what it throws. What was not added though it should have
 * been is in the answer: see {@link failureOf}.
 */
export async function importUsers({ file, mode, run, signal, onSent }: Given): Promise<Imported> {
  const form = new FormData()
  form.append('file', file.content, file.name)
  const answer = await upload(users.import, { query: { mode, run } }, form, { signal, onSent })
  const failure = failureOf(answer)
  // A failure without rows has nothing to look at beside its message.
  if (failure !== undefined && !Array.isArray(answer.rows)) throw new ApiError(answer.code, { message: failure })
  return answer
}

/**
 * Why an import failed; undefined where it did not. Specification 5: 'Bulk user import succeeds only when the response
 * has no code or code 200; otherwise its message, or 'Something went wrong', is shown as an error.'
 */
export function failureOf({ code, message }: { code?: number; message?: string }): string | undefined {
  return code === undefined || code === 200 ? undefined : message || SOMETHING_WENT_WRONG
}

/** How far an import is, asked a few times a second. */
export const importProgress = (run: string) =>
  queryOptions({
    queryKey: ['users', 'import-progress', run],
    queryFn: ({ signal }) => call(users.importProgress, { query: { run } }, { signal, onExpired: 'fail' }),
    refetchInterval: 400,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
