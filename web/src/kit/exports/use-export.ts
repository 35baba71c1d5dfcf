import { DOWNLOAD_FAILED, EXPORT_NOT_CREATED } from '@despatch/domain/feedback/messages'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../list/export/save-file.ts'
import { notify } from '../notify/notify.ts'
import { isAbort, messageOf } from '../server/api-error.ts'
import { session } from '../session/session-store.ts'
import { refreshExports } from './exports-menu.tsx'
import { watchHere } from './use-ready-notices.ts'
import { watchExport } from './watch-export.ts'

type Given = { signal: AbortSignal; client: string }

/** The calls by which a file is asked for, watched and fetched, and what is said of it. */
export type ExportCalls = {
  create: (given: Given) => Promise<{ exportId: string }>
  ask: (exportId: string, given: Given) => ReturnType<Parameters<typeof watchExport>[0]['ask']>
  fetch: (exportId: string, given: Given) => Promise<Blob>
  fileName: string
  done: string
  /** What is said where it ends without a file; specification 8 unless told. */
  failed?: string
}

/**
 * Makes a file: it is asked for, watched once a second, and saved when it is there; the specification's messages say what
 * went wrong. It goes on without this tab, and stands in My exports. Gives how far it is while it is being made.
 */
export function useExport() {
  const [percent, setPercent] = useState<number>()
  const watching = useRef<AbortController>(undefined)
  useEffect(() => () => watching.current?.abort(), [])

  async function make(calls: ExportCalls) {
    const controller = new AbortController()
    watching.current = controller
    const { signal } = controller
    // The file is of the client that is selected now, whichever is later.
    const given = { signal, client: session.store.get().client }
    setPercent(0)
    try {
      const { exportId } = await calls.create(given)
      if (!exportId) throw new Error(EXPORT_NOT_CREATED)
      const leave = watchHere(exportId)
      signal.addEventListener('abort', leave)
      void refreshExports()
      await watchExport({
        ask: (of) => calls.ask(exportId, { ...given, signal: of }),
        onProgress: setPercent,
        signal,
        ...(calls.failed !== undefined && { failed: calls.failed }),
      })
      const file = await calls.fetch(exportId, given)
      if (file.size === 0) throw new Error(DOWNLOAD_FAILED)
      saveFile(file, calls.fileName)
      notify.success(calls.done)
    } catch (error) {
      if (!isAbort(error)) notify.danger(messageOf(error))
    } finally {
      if (!signal.aborted) setPercent(undefined)
      void refreshExports()
    }
  }
  return { percent, make }
}
