import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { useEffect, useState } from 'react'
import { type FileHead, readHead } from './file-head.ts'
import { asFeedFile, UnreadableWorkbook } from './workbook-as-csv.ts'

/** What the beginning of a file shows; `head` is undefined for one that is no CSV with a header, `problem` says why where it can. */
type ReadHead = { readonly head?: FileHead | undefined; readonly problem?: string }

/** The beginning of a chosen file; nothing until it is read. */
export function useHead(file: File | null, encoding: ColumnMapping['encoding']): ReadHead {
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
  // What was read of the file before, or in another encoding, is not this file's.
  return read && read.of === file && read.encoding === encoding ? read : {}
}
