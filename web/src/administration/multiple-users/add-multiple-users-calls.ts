import type { ImportMode } from '@despatch/contract/administration/users/user'
import { users } from '@despatch/contract/administration/users/users'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { upload } from '../../kit/server/upload.ts'

export type Imported = RouteAnswer<typeof users.import>

/** A copy of the file at the time it was chosen, so that the users added are those checked. */
export type ChosenFile = { readonly name: string; readonly content: Blob }

/** The server's limit. */
const LARGEST = 20 * 1024 * 1024

/** Reads a chosen file. Throws an Error for users if it is too large or unreadable. */
export async function readChosenFile(file: File): Promise<ChosenFile> {
  if (file.size > LARGEST) throw new Error('The file is larger than 20 MB. Split it.')
  const content = await file.arrayBuffer().catch(() => {
    throw new Error('We couldn’t read the file. Choose it again.')
  })
  return { name: file.name, content: new Blob([content]) }
}

type ImportOptions = {
  readonly file: ChosenFile
  readonly mode: ImportMode
  /** The id under which {@link importProgress} reports. */
  readonly run: string
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
}

/**
 * Uploads a users file to be checked or added. Throws what {@link upload} throws. If users could not be added, the
 * answer says so: see {@link failureOf}.
 */
export async function importUsers({ file, mode, run, signal, onSent }: ImportOptions): Promise<Imported> {
  const form = new FormData()
  form.append('file', file.content, file.name)
  return upload(users.import, { query: { mode, run } }, form, { signal, onSent })
}

/**
 * Why an import failed; undefined if it did not. Specification 5: 'Bulk user import succeeds only when the response has
 * no code or code 200; otherwise its message, or 'Something went wrong', is shown as an error.'
 */
export function failureOf({ code, message }: { code?: number; message?: string }): string | undefined {
  return code === undefined || code === 200 ? undefined : message || SOMETHING_WENT_WRONG
}

/** The progress of an import, polled a few times a second. */
export const importProgress = (run: string) =>
  queryOptions({
    queryKey: ['users', 'import-progress', run],
    queryFn: ({ signal }) => call(users.importProgress, { query: { run } }, { signal, onExpired: 'fail' }),
    refetchInterval: 400,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
