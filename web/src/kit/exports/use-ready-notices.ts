import type { ExportJob } from '@despatch/contract/route/exports'
import { useEffect, useRef } from 'react'
import { notify } from '../notify/notify.ts'

export const isUnderWay = ({ status }: ExportJob): boolean => status === 'NotStarted' || status === 'Running'

/** Files that an Export button of this page watches, saves and notifies about. */
const watched = new Set<string>()

/**
 * Leaves the notification about a file to the Export button that watches it.
 *
 * @returns a function that hands it back to the list of files, for when the button's screen closes
 */
export function watchHere(exportId: string): () => void {
  watched.add(exportId)
  return () => void watched.delete(exportId)
}

/** Notifies the user when a file has become ready or has failed, unless an Export button watches it. */
export function useReadyNotices(files: readonly ExportJob[] | undefined): void {
  const wereUnderWay = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!files) return
    for (const file of files) {
      if (isUnderWay(file) || !wereUnderWay.current.has(file.exportId) || watched.has(file.exportId)) continue
      if (file.hasFile) notify.info(`${file.fileName} is ready. Download it under My exports.`)
      else if (file.isFailed) notify.danger(`${file.fileName} couldn’t be created. ${file.error}`.trim())
    }
    wereUnderWay.current = new Set(files.filter(isUnderWay).map(({ exportId }) => exportId))
  }, [files])
}
