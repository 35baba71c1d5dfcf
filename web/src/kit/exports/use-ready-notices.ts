import type { ExportJob } from '@despatch/contract/route/exports'
import { useEffect, useRef } from 'react'
import { notify } from '../notify/notify.ts'

export const isUnderWay = ({ status }: ExportJob): boolean => status === 'NotStarted' || status === 'Running'

/** Files that a button of this page watches, saves and tells of by itself. */
const watched = new Set<string>()

/** Says that a button tells of a file. Gives how to leave that to the list of files, when its screen is left. */
export function watchHere(exportId: string): () => void {
  watched.add(exportId)
  return () => void watched.delete(exportId)
}

/** Tells of each file that was under way and is there, or has failed, where nobody else tells of it. */
export function useReadyNotices(files: readonly ExportJob[] | undefined): void {
  const wereUnderWay = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!files) return
    for (const file of files) {
      if (isUnderWay(file) || !wereUnderWay.current.has(file.exportId) || watched.has(file.exportId)) continue
      if (file.hasFile) notify.success(`${file.fileName} is ready. Download it under My exports.`)
      else if (file.isFailed) notify.danger(`${file.fileName} could not be made. ${file.error}`.trim())
    }
    wereUnderWay.current = new Set(files.filter(isUnderWay).map(({ exportId }) => exportId))
  }, [files])
}
