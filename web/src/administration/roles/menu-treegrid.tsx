import { CloseButton, TextInput } from '@mantine/core'
import { type LeafPath, MENU } from '@despatch/domain/administration/roles/menu'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type MenuRow, menuRows } from './menu-rows.ts'
import styles from './menu-treegrid.module.css'
import type { Ticked } from './permission-draft.ts'
import { TickBox } from './tick-box.tsx'
import { useTreegridKeys } from './use-treegrid-keys.ts'

export type TreegridColumn<Id extends string> = { readonly id: Id; readonly title: string }
export type Box = {
  readonly ticked: Ticked
  /** Why it cannot be changed; undefined if it can. */
  readonly why?: string | undefined
}

type MenuTreegridProps<Id extends string> = {
  readonly label: string
  readonly columns: readonly TreegridColumn<Id>[]
  /** The checkbox of an entry, or the combined one of a group. */
  readonly box: (leaves: readonly LeafPath[], column: Id) => Box
  readonly onToggle: (leaves: readonly LeafPath[], column: Id, isOn: boolean) => void
  /** Further content of an entry, in the column `besideTitle`. */
  readonly beside?: (leaf: LeafPath) => ReactNode
  readonly besideTitle?: string
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The menu as a tree with a row per group or entry, and a checkbox per column. Follows the ARIA treegrid pattern:
 * arrows move, Left and Right close and open, Space toggles.
 */
export function MenuTreegrid<Id extends string>(props: MenuTreegridProps<Id>) {
  const { label, columns, box, onToggle, beside, besideTitle } = props
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState(NONE)
  const [why, setWhy] = useState<string>()
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = menuRows(MENU, { closed, search })

  function setOpen(row: MenuRow, isOpen: boolean) {
    const next = new Set(closed)
    if (isOpen) next.delete(row.id)
    else next.add(row.id)
    setClosed(next)
  }
  function toggle(row: MenuRow, column: Id) {
    const { ticked, why: reason } = box(row.leaves, column)
    setWhy(reason)
    if (!reason) onToggle(row.leaves, column, ticked !== 'all')
  }
  const keys = useTreegridKeys({
    rows,
    columns: columns.length,
    body,
    setOpen: search.trim() === '' ? setOpen : undefined,
    toggle: (row, at) => {
      const column = columns[at]
      if (column) toggle(row, column.id)
    },
  })

  return (
    <div className={styles.place}>
      <div className={styles.head}>
        <EntrySearch label={label} value={search} onChange={setSearch} onEnter={keys.enter} />
        <span className={styles.why} role="status">
          {why}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className={styles.none} role="status">
          No entries match.
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- as ARIA describes a treegrid
        <table role="treegrid" aria-label={label} className={styles.tree} {...keys.grid}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              {columns.map(({ id, title }) => (
                <th key={id} scope="col" className={styles.boxHead}>
                  {title}
                </th>
              ))}
              {beside && (
                <th scope="col" className={styles.beside}>
                  {besideTitle}
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, index) => (
              <tr
                key={row.id}
                className={styles.row}
                aria-level={row.level}
                aria-posinset={row.position}
                aria-setsize={row.siblings}
                {...(row.isGroup && { 'aria-expanded': row.isOpen })}
                data-group={row.isGroup || undefined}
                {...keys.at(index, -1)}
              >
                <th scope="row" className={styles.title} style={{ paddingLeft: `${row.level * 1.25 + 0.25}rem` }}>
                  {/* The row itself opens and closes with the arrow keys; the chevron is for the pointer. */}
                  {row.isGroup && (
                    <IconChevronRight
                      size={14}
                      aria-hidden
                      className={styles.chevron}
                      data-open={row.isOpen || undefined}
                      onClick={() => search.trim() === '' && setOpen(row, !row.isOpen)}
                    />
                  )}
                  <span>{row.title}</span>
                  {row.isHidden && <span className={styles.remark}> not in the menu</span>}
                </th>
                {columns.map((column, at) => {
                  const { ticked, why: reason } = box(row.leaves, column.id)
                  return (
                    <td key={column.id} className={styles.box}>
                      <TickBox
                        label={`${column.title}, ${row.title}`}
                        ticked={ticked}
                        why={reason}
                        onToggle={() => toggle(row, column.id)}
                        onReason={setWhy}
                        place={keys.at(index, at)}
                      />
                    </td>
                  )
                })}
                {beside && <td className={styles.beside}>{!row.isGroup && row.leaves[0] && beside(row.leaves[0])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

type EntrySearchProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (search: string) => void
  /** Moves the focus into the tree. */
  readonly onEnter: () => void
}

function EntrySearch({ label, value, onChange, onEnter }: EntrySearchProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      size="xs"
      w={260}
      aria-label={`Search ${label}`}
      placeholder="Search entries"
      leftSection={<IconSearch size={14} aria-hidden />}
      ref={field}
      rightSection={
        value && (
          <CloseButton
            size="xs"
            aria-label="Clear search"
            // The clear button vanishes with the text, so move the focus.
            onClick={() => (field.current?.focus(), onChange(''))}
          />
        )
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.stopPropagation()
          onChange('')
        }
        // Enter in a search must not submit the form.
        if (event.key === 'Enter') event.preventDefault()
        if (event.key === 'ArrowDown' || event.key === 'Enter') onEnter()
      }}
    />
  )
}
