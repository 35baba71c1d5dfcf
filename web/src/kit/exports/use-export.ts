import { DOWNLOAD_FAILED, EXPORT_NOT_CREATED } from '@despatch/domain/feedback/messages'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../list/export/save-file.ts'
import { notify } from '../notify/notify.ts'
import { isAbort, messageOf } from '../server/api-error.ts'
import { session } from '../session/session-store.ts'
import { refreshExports } from './exports-menu.tsx'
import { watchHere } from './use-ready-notices.ts'
import { watchExport } from './watch-export.ts'

type ExportCallOptions = { signal: AbortSignal; client: string }

/** The calls that request, watch and fetch a file, and its messages. */
export type ExportCalls = {
  create: (options: ExportCallOptions) => Promise<{ exportId: string }>
  ask: (exportId: string, options: ExportCallOptions) => ReturnType<Parameters<typeof watchExport>[0]['ask']>
  fetch: (exportId: string, options: ExportCallOptions) => Promise<Blob>
  fileName: string
  done: string
  /** Message if no file is created; by default specification 8's. */
  failed?: string
}

/**
 * Requests a file, watches it once a second and saves it when it is ready. Failures show the specification's messages. If the
 * screen closes, the file is still created, and My exports lists it.
 *
 * @returns `percent`, the progress while the file is being created, and `make`, which starts it
 */
export function useExport() {
  const [percent, setPercent] = useState<number>()
  const watching = useRef<AbortController>(undefined)
  useEffect(() => () => watching.current?.abort(), [])

  async function make(calls: ExportCalls) {
    const controller = new AbortController()
    watching.current = controller
    const { signal } = controller
    // The file is for the client selected now, even if the user selects another meanwhile.
    const options = { signal, client: session.store.get().client }
    setPercent(0)
    try {
      const { exportId } = await calls.create(options)
      if (!exportId) throw new Error(EXPORT_NOT_CREATED)
      const leave = watchHere(exportId)
      signal.addEventListener('abort', leave)
      void refreshExports()
      await watchExport({
        ask: (askSignal) => calls.ask(exportId, { ...options, signal: askSignal }),
        onProgress: setPercent,
        signal,
        ...(calls.failed !== undefined && { failed: calls.failed }),
      })
      const file = await calls.fetch(exportId, options)
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
