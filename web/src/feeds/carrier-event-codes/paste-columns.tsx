import { Checkbox, Select } from '@mantine/core'
import fileStyles from '../../kit/form/file.module.css'
import styles from '../feeds.module.css'
import { type Columns, type PastedList, type Role, ROLE_KEYS, ROLES } from './read-pasted-list.ts'
import { type Separator, SEPARATOR_SIGNS, SEPARATORS } from './read-pasted-table.ts'

/** The user's choices about a pasted list, where detection failed or was wrong. */
export type ListChoices = {
  readonly separator?: Separator
  readonly hasHeading?: boolean
  readonly columns?: Partial<Columns>
}

/** A detected list with the user's choices. */
export function withChoices(list: PastedList, { hasHeading, columns }: ListChoices): PastedList {
  return { ...list, hasHeading: hasHeading ?? list.hasHeading, columns: { ...list.columns, ...columns } }
}

/** Whether the columns that saving needs are known. */
export const hasRequiredColumns = ({ columns }: PastedList) => columns.code !== null && columns.state !== null

const SEPARATED_BY = SEPARATOR_SIGNS.map((sign) => ({ value: sign, label: SEPARATORS[sign] }))
const PREVIEW_ROWS = 5

type PasteColumnsProps = {
  list: PastedList
  disabled: boolean
  onChange: (change: (choices: ListChoices) => ListChoices) => void
}

/**
 * How a pasted list is read, for corrections: separator, heading and columns. Shows its first rows until the columns
 * are known.
 */
export function PasteColumns({ list, disabled, onChange }: PasteColumnsProps) {
  const names = columnNames(list)
  const columns = names.map((name, place) => ({ value: String(place), label: name }))
  const choose = (role: Role, value: string | null) =>
    onChange((choices) => ({
      ...choices,
      columns: { ...choices.columns, [role]: value === null ? null : Number(value) },
    }))
  return (
    <>
      {!hasRequiredColumns(list) && (
        <p className={fileStyles.problem} role="status">
          {names.length < 2
            ? 'The list needs at least two columns: the code and its meaning.'
            : 'Choose which column is the code and which is the meaning.'}
        </p>
      )}
      <div className={styles.columns} role="group" aria-label="List columns">
        {ROLE_KEYS.map((role) => (
          <Select
            key={role}
            label={ROLES[role]}
            placeholder={role === 'code' || role === 'state' ? 'Choose' : 'None'}
            data={columns}
            value={list.columns[role] === null ? null : String(list.columns[role])}
            clearable={role === 'description' || role === 'reason'}
            allowDeselect={false}
            disabled={disabled}
            onChange={(value) => choose(role, value)}
          />
        ))}
        <Select
          label="Separated by"
          data={SEPARATED_BY}
          value={list.separator}
          allowDeselect={false}
          disabled={disabled}
          // A new separator gives other columns, so detect them again.
          onChange={(value) => value && onChange(() => ({ separator: value }))}
        />
        <Checkbox
          label="The first row is a heading"
          checked={list.hasHeading}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => onChange((choices) => ({ ...choices, hasHeading: checked }))}
        />
      </div>
      {!hasRequiredColumns(list) && <Preview list={list} names={names} />}
    </>
  )
}

function Preview({ list, names }: { list: PastedList; names: readonly string[] }) {
  const rows = list.hasHeading ? list.rows.slice(1) : list.rows
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.pasted} tabIndex={0} role="region" aria-label="First rows of the list">
      <table className={fileStyles.table}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, PREVIEW_ROWS).map((row, line) => (
            <tr key={line}>
              {names.map((name, place) => (
                <td key={name}>{row[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Names of columns: the heading, or the position with a sample. */
function columnNames({ rows, hasHeading }: PastedList): string[] {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return Array.from({ length: width }, (_, place) => {
    const first = hasHeading ? rows[0]?.[place] : rows.map((row) => row[place]).find(Boolean)
    const sample = first ? `: ${first.length > 24 ? `${first.slice(0, 24)}…` : first}` : ''
    return `Column ${place + 1}${sample}`
  })
}
