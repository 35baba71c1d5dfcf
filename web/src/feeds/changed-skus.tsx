import type { SkuFieldChange } from '@despatch/contract/feeds/feeds'
import { formatCount } from '@despatch/domain/money/money'
import { FileRows } from '../kit/list/file-rows.tsx'
import fileStyles from '../kit/form/file.module.css'

/** The server's limit. */
const MAX_CHANGES = 1000

type ChangedSkusProps = { readonly changes: readonly SkuFieldChange[] }

/** The changed fields of a file, by row. */
export function ChangedSkus({ changes }: ChangedSkusProps) {
  const rows = [...Map.groupBy(changes, ({ line }) => line)].map(([line, fields]) => ({ line, fields }))
  if (rows.length === 0) return null
  return (
    <>
      <h2>Changes</h2>
      {changes.length >= MAX_CHANGES && (
        <p className={fileStyles.remark}>The first {formatCount(MAX_CHANGES)} changes are listed.</p>
      )}
      <FileRows label="Changes" titles={[['SKU'], ['Field'], ['From'], ['To']]} rows={rows}>
        {({ fields }) => (
          <>
            <td>{fields[0]?.SKU}</td>
            {(['field', 'from', 'to'] as const).map((part) => (
              <td key={part}>
                {fields.map((change) => (
                  <div key={change.field}>{change[part]}</div>
                ))}
              </td>
            ))}
          </>
        )}
      </FileRows>
    </>
  )
}
