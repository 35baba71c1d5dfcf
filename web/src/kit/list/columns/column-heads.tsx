type ColumnHeadsProps = {
  readonly texts: readonly string[]
  /** Come after the texts, on the right of their columns. */
  readonly figures?: readonly string[]
  /** What the table's own styles call a figure. */
  readonly figureClass?: string | undefined
}

/** The head of a small table: a name for each of its columns. */
export function ColumnHeads({ texts, figures = [], figureClass }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {texts.map((text) => (
          <th key={text} scope="col">
            {text}
          </th>
        ))}
        {figures.map((figure) => (
          <th key={figure} scope="col" className={figureClass}>
            {figure}
          </th>
        ))}
      </tr>
    </thead>
  )
}
