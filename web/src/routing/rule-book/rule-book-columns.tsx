import { Anchor } from '@mantine/core'
import type { RuleBookVersion } from '@despatch/contract/routing/allocation/allocation'
import { FigureText, MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'

const column = columnsOf<RuleBookVersion>()
const unsorted = { enableSorting: false } as const

/** The note of a version, with its warnings in the tooltip. */
function Why({ of: { note, warnings } }: { readonly of: RuleBookVersion }) {
  const text = note || (warnings.length > 0 ? 'Published with warnings' : '')
  if (warnings.length === 0) return text
  return (
    <span title={warnings.join('\n')}>
      <Status meaning="attention">{text}</Status>
    </span>
  )
}

/** The columns of versions; a version's number opens its changes. */
export const versionColumns = (onOpen: (version: RuleBookVersion) => void): Columns<RuleBookVersion> =>
  column.columns([
    column.accessor('version', {
      header: 'Version',
      size: 90,
      meta: { align: 'right' },
      cell: ({ row: { original } }) => (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-label={`Changes in version ${original.version}`}
          onClick={() => onOpen(original)}
        >
          {original.version}
        </Anchor>
      ),
      ...unsorted,
    }),
    column.accessor('summary', { header: 'Change', size: 460, ...unsorted }),
    column.accessor('note', {
      header: 'Why',
      size: 260,
      meta: { exportValue: ({ note, warnings }: RuleBookVersion) => [note, ...warnings].filter(Boolean).join(' ') },
      cell: ({ row: { original } }) => <Why of={original} />,
      ...unsorted,
    }),
    column.accessor('changes', {
      header: 'Changes',
      size: 100,
      meta: { align: 'right' },
      cell: ({ getValue }) => <FigureText value={getValue()} />,
      ...unsorted,
    }),
    column.accessor('by', { header: 'By', size: 180, ...unsorted }),
    column.accessor('at', {
      header: 'When',
      size: 180,
      meta: { kind: 'time' },
      cell: ({ row: { original } }) => original.at && <MomentText at={original.at} />,
      ...unsorted,
    }),
    column.accessor('broughtBack', {
      header: 'Restored from',
      size: 120,
      cell: ({ getValue }) => (getValue() === null ? '' : `version ${getValue()}`),
      ...unsorted,
    }),
  ])
