type ColumnHeadsProps = {
  readonly texts: readonly string[]
  /** Right-aligned headings that follow the texts. */
  readonly figures?: readonly string[]
  /** The class for figures in the table’s styles. */
  readonly figureClass?: string | undefined
}

/** The header row of a small table. */
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
