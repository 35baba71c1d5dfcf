import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import styles from './chart.module.css'
import type { ChartOption, Drawing } from './draw.ts'
import type { Figures } from './figure-table.tsx'
import { currentPalette, type Palette } from './palette.ts'

type ChartProps = {
  /** The measure: the name for screen readers and of saved files. */
  readonly title: string
  /** What the figures say; the heading if it is short, '' if nothing stands out. */
  readonly finding?: string
  readonly subtitle?: string
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
export function Chart(props: ChartProps) {
  const { title, finding, subtitle, summary, option, figures, height = 300, onPoint, children } = props
  const drawing = useRef<Drawing>(undefined)
  return (
    <ChartFrame
      title={title}
      {...(finding !== undefined && { finding })}
      {...(subtitle !== undefined && { subtitle })}
      figures={figures}
      height={height}
      onPoint={onPoint}
      svg={() => drawing.current?.svg()}
      controls={children}
      picture={(showTable) => (
        <Picture {...{ drawing, summary, option, figures, height, onPoint }} onFailure={showTable} />
      )}
    />
  )
}

type PictureProps = Pick<ChartProps, 'summary' | 'option' | 'figures'> & {
  readonly drawing: RefObject<Drawing | undefined>
  readonly height: number
  readonly onPoint: ((index: number) => void) | undefined
  readonly onFailure: () => void
}

/** The drawing. The arrow keys go from point to point, and Enter opens the list behind one. */
function Picture({ drawing, summary, option, figures, height, onPoint, onFailure }: PictureProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [point, setPoint] = useState<number>()
  const scheme = useComputedColorScheme('light')
  const latest = useRef({ option, onFailure })
  useEffect(() => {
    latest.current = { option, onFailure }
  }, [option, onFailure])

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let isGone = false
    const watch = new ResizeObserver(() => drawing.current?.resize())
    // ECharts is large, so load it only when a chart is shown.
    import('./draw.ts').then(
      ({ drawIn }) => {
        if (isGone) return
        drawing.current = drawIn(element)
        // Draw before the placeholder disappears: effects run after the next paint, which would be empty.
        drawing.current.show(latest.current.option(currentPalette()))
        watch.observe(element)
        setIsReady(true)
      },
      // If ECharts fails to load, show the table.
      () => !isGone && latest.current.onFailure(),
    )
    return () => {
      isGone = true
      watch.disconnect()
      drawing.current?.dispose()
      drawing.current = undefined
      setIsReady(false)
    }
  }, [drawing])
  useEffect(() => {
    if (!isReady) return
    drawing.current?.show(option(currentPalette()))
    if (onPoint) drawing.current?.onPoint(onPoint)
  }, [drawing, isReady, option, scheme, onPoint])
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
  }, [drawing, isReady, option])

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = point === undefined ? 0 : Math.min(Math.max(point + step, 0), figures.rows.length - 1)
      setPoint(next)
      drawing.current?.point(next)
    } else if (event.key === 'Enter' && point !== undefined) onPoint?.(point)
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys read its points */}
      <div
        ref={place}
        role="img"
        aria-label={summary}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys read its points
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={{ height }}
        className={isReady ? styles.picture : styles.waiting}
      />
      <VisuallyHidden aria-live="polite">{point !== undefined && pointText(figures, point)}</VisuallyHidden>
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** 'DPD: Despatched 120, On time 96%': a row of the figures. */
function pointText({ columns, rows }: Figures, at: number): string {
  const [name = '', ...cells] = rows[at] ?? []
  return `${name}: ${cells.map((text, index) => `${columns[index + 1]} ${text}`).join(', ')}`
}
