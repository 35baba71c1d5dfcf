import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { useEffect, useState } from 'react'
import { type FileHead, readHead } from './file-head.ts'
import { asFeedFile } from './workbook-as-csv.ts'

/** The beginning of a chosen file; undefined until it is read, and for one that is no CSV with a header. */
export function useHead(file: File | null, encoding: ColumnMapping['encoding']): FileHead | undefined {
  const [read, setRead] = useState<{ of: File; encoding: string; head: FileHead | undefined }>()
  useEffect(() => {
    let isCurrent = true
    if (file)
      void asFeedFile(file)
        .then((text) => readHead(text, text === file ? encoding : 'utf-8'))
        .then(
          (head) => isCurrent && setRead({ of: file, encoding, head }),
          () => undefined,
        )
    return () => {
      isCurrent = false
    }
  }, [file, encoding])
  // What was read of the file before, or in another encoding, is not this file's.
  return read && read.of === file && read.encoding === encoding ? read.head : undefined
}
