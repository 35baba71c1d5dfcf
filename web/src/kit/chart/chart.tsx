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
  /** The heading, the name for screen readers and the name of saved files. */
  readonly title: string
  /** One sentence that describes the chart to screen readers. */
  readonly summary: string
  /** Makes the ECharts option in the given colours. Must be stable: a change redraws the chart. */
  readonly option: (palette: Palette) => ChartOption
  /** The same figures as a table. */
  readonly figures: Figures
  readonly height?: number
  /** Called with the index of a clicked bar or table row. */
  readonly onPoint?: (index: number) => void
  /** Controls beside the heading, e.g. to choose what the chart shows. */
  readonly children?: ReactNode
}

/** A chart in light or dark colours. `t` switches to a table of the same figures; both can be saved as files. */
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
    // ECharts is large, so load it only when a chart is shown.
    import('./draw.ts').then(
      ({ drawIn }) => {
        if (isGone) return
        drawing.current = drawIn(element)
        // Draw before the placeholder disappears: effects run after the next paint, which would be empty.
        drawing.current.show(latest.current(currentPalette()))
        watch.observe(element)
        setIsReady(true)
      },
      // If ECharts fails to load, show the table.
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
  useEffect(() => {
    if (!isReady) return undefined
    const redraw = () => drawing.current?.show(option(currentPalette()))
    // Paper is light whatever the theme.
    window.addEventListener('beforeprint', redraw)
    window.addEventListener('afterprint', redraw)
    return () => {
      window.removeEventListener('beforeprint', redraw)
      window.removeEventListener('afterprint', redraw)
    }
  }, [isReady, option])

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

/** The figures as a CSV file. */
async function csvOf({ columns, rows }: Figures): Promise<Blob> {
  async function* all() {
    yield rows
  }
  return csvFile(
    columns.map((name, index) => ({ name, cellOf: (cells: readonly string[]) => cells[index] ?? '' })),
    all(),
  )
}
