import { Button, Menu, useComputedColorScheme } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf } from '../server/api-error.ts'
import { useKeys } from '../keys/keys.ts'
import { notify } from '../notify/notify.ts'
import { csvFile } from '../list/export/export-csv.ts'
import { datedName, saveFile } from '../list/export/save-file.ts'
import styles from './chart.module.css'
import type { ChartOption, Drawing } from './draw.ts'
import { FigureTable, type Figures } from './figure-table.tsx'
import { currentPalette, type Palette } from './palette.ts'
import { savePng, saveSvg } from './save-picture.ts'
import { serverNow } from '../browser/clock.ts'

type ChartProps = {
  /** What it shows: its heading, its name for screen readers and that of its files. */
  readonly title: string
  /** What it says in one sentence, for who does not see it. */
  readonly summary: string
  /** Makes what is drawn, in these colours. Keep it stable: it is drawn again when it changes. */
  readonly option: (palette: Palette) => ChartOption
  /** The same figures, to read. */
  readonly figures: Figures
  readonly height?: number
  /** Opens the list behind a bar; the table's rows do it too, each by its first cell. */
  readonly onPoint?: (index: number) => void
  /** Stands beside the heading: what the chart is of can be chosen there. */
  readonly children?: ReactNode
}

/** A chart in the product's colours, light and dark; `t` shows the same figures as a table; saved as a picture or a file. */
export function Chart({ title, summary, option, figures, height = 300, onPoint, children }: ChartProps) {
  const [isTable, setIsTable] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const [isReady, setIsReady] = useState(false)
  const scheme = useComputedColorScheme('light')
  useKeys({ t: () => setIsTable((before) => !before) })
  const latest = useRef(option)
  useEffect(() => {
    latest.current = option
  }, [option])

  useEffect(() => {
    const element = place.current
    if (!element || isTable) return undefined
    let isGone = false
    const watch = new ResizeObserver(() => drawing.current?.resize())
    // What draws is large, and fetched only where there is something to draw.
    import('./draw.ts').then(
      ({ drawIn }) => {
        if (isGone) return
        drawing.current = drawIn(element)
        // Drawn before 'Drawing…' goes: effects run after the next paint, which would be of an empty place.
        drawing.current.show(latest.current(currentPalette()))
        watch.observe(element)
        setIsReady(true)
      },
      // Without it there are still the figures.
      () => !isGone && setIsTable(true),
    )
    return () => {
      isGone = true
      watch.disconnect()
      drawing.current?.dispose()
      drawing.current = undefined
      setIsReady(false)
    }
  }, [isTable])
  useEffect(() => {
    if (!isReady) return
    drawing.current?.show(option(currentPalette()))
    if (onPoint) drawing.current?.onPoint(onPoint)
  }, [isReady, option, scheme, onPoint])

  async function save(kind: 'svg' | 'png' | 'csv') {
    try {
      if (kind === 'csv') return saveFile(await csvOf(figures), datedName(title, 'csv', serverNow()))
      const svg = drawing.current?.svg()
      if (svg === undefined) return
      if (kind === 'svg') saveSvg(svg, title)
      else await savePng(svg, title, currentPalette().surface)
    } catch (error) {
      notify.danger(messageOf(error))
    }
  }

  return (
    <section className={styles.chart} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {children}
        <span className={styles.acts}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-keyshortcuts="t"
            title="T"
            onClick={() => setIsTable((before) => !before)}
          >
            {isTable ? 'Show the chart' : 'Show as a table'}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="subtle" size="compact-sm" leftSection={<IconDownload size={14} aria-hidden />}>
                Export
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={isTable} onClick={() => void save('png')}>
                Picture (PNG)
              </Menu.Item>
              <Menu.Item disabled={isTable} onClick={() => void save('svg')}>
                Picture (SVG)
              </Menu.Item>
              <Menu.Item onClick={() => void save('csv')}>Figures (CSV)</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </div>
      {isTable ? (
        <FigureTable title={title} figures={figures} height={height} {...(onPoint && { onRow: onPoint })} />
      ) : (
        <div
          ref={place}
          role="img"
          aria-label={summary}
          style={{ height }}
          className={isReady ? undefined : styles.waiting}
        />
      )}
    </section>
  )
}

/** The figures as a file that spreadsheets read. */
async function csvOf({ columns, rows }: Figures): Promise<Blob> {
  async function* all() {
    yield rows
  }
  return csvFile(
    columns.map((name, index) => ({ name, cellOf: (cells: readonly string[]) => cells[index] ?? '' })),
    all(),
  )
}
