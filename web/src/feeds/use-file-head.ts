import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { useEffect, useState } from 'react'
import { type FileHead, readHead } from './file-head.ts'
import { asFeedFile, UnreadableWorkbook } from './workbook-as-csv.ts'

/** `head` is undefined for a file that is no CSV with a header; `problem` says why, if known. */
type ReadHead = { readonly head?: FileHead | undefined; readonly problem?: string }

/** The beginning of a chosen file; empty until it is read. */
export function useFileHead(file: File | null, encoding: ColumnMapping['encoding']): ReadHead {
  const [read, setRead] = useState<ReadHead & { of: File; encoding: string }>()
  useEffect(() => {
    let isCurrent = true
    const show = (found: ReadHead) => file && isCurrent && setRead({ of: file, encoding, ...found })
    if (file)
      void asFeedFile(file)
        .then((text) => readHead(text, text === file ? encoding : 'utf-8'))
        .then(
          (head) => show({ head }),
          (error: unknown) => error instanceof UnreadableWorkbook && show({ problem: error.message }),
        )
    return () => {
      isCurrent = false
    }
  }, [file, encoding])
  // Ignore what was read from the previous file, or in another encoding.
  return read && read.of === file && read.encoding === encoding ? read : {}
}
