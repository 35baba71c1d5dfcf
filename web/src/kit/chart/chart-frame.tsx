import { ActionIcon, Menu } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../browser/clock.ts'
import { useKeys } from '../keys/keys.ts'
import { csvFile } from '../list/export/export-csv.ts'
import { datedName, saveFile } from '../list/export/save-file.ts'
import { notify } from '../notify/notify.ts'
import { messageOf } from '../server/api-error.ts'
import styles from './chart.module.css'
import { FigureTable, type Figures } from './figure-table.tsx'
import { currentPalette } from './palette.ts'
import { savePng, saveSvg } from './save-picture.ts'

export type ChartFrameProps = {
  /** The measure: the name for screen readers and of saved files. The heading, if there is no short finding. */
  readonly title: string
  /** What the figures say; '' if nothing stands out. */
  readonly finding?: string
  /** Unit and period, beneath the heading. */
  readonly subtitle?: string
  /** The same figures as a table. */
  readonly figures: Figures
  /** The height of the table, in pixels. */
  readonly height: number
  /** Called with the index of a chosen row of the table. */
  readonly onPoint?: ((index: number) => void) | undefined
  /** The picture as SVG text; left out if it cannot be saved as a picture. */
  readonly svg?: () => string | undefined
  /** Controls beside the heading, e.g. to choose what the chart shows. */
  readonly controls?: ReactNode
  /** The picture. Call `showTable` if it cannot be drawn. */
  readonly picture: (showTable: () => void) => ReactNode
}

/** A longer finding does not fit into a heading. */
const MAX_WORDS = 8

/** The frame of every chart: its heading, and the same figures as a table (`t`) or a file. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, finding = '', subtitle, figures, height, onPoint, svg, controls, picture } = props
  const [isTable, setIsTable] = useState(false)
  useKeys({ t: () => setIsTable((before) => !before) })
  const isHeadline = finding !== '' && finding.split(' ').length <= MAX_WORDS

  async function save(kind: 'svg' | 'png' | 'csv') {
    try {
      if (kind === 'csv') return saveFile(await csvOf(figures), datedName(title, 'csv', serverNow()))
      const drawn = svg?.()
      if (drawn === undefined) return
      if (kind === 'svg') saveSvg(drawn, title)
      else await savePng(drawn, title, currentPalette().surface)
    } catch (error) {
      notify.danger(messageOf(error))
    }
  }

  return (
    <section className={styles.chart} aria-label={title}>
      <div className={styles.head}>
        <h2>{isHeadline ? finding.replace(/\.$/, '') : title}</h2>
        {controls}
        <span className={styles.acts}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-keyshortcuts="t"
            aria-label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            title={isTable ? 'Chart (T)' : 'Table (T)'}
            onClick={() => setIsTable((before) => !before)}
          >
            {isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          </ActionIcon>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Export ${title}`} title="Export">
                <IconDownload size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {svg && (
                <>
                  <Menu.Item disabled={isTable} onClick={() => void save('png')}>
                    Picture (PNG)
                  </Menu.Item>
                  <Menu.Item disabled={isTable} onClick={() => void save('svg')}>
                    Picture (SVG)
                  </Menu.Item>
                </>
              )}
              <Menu.Item onClick={() => void save('csv')}>Figures (CSV)</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </div>
      <Subtitle parts={[isHeadline ? title : finding, subtitle ?? '']} />
      {isTable ? (
        <FigureTable title={title} figures={figures} height={height} {...(onPoint && { onRow: onPoint })} />
      ) : (
        picture(() => setIsTable(true))
      )}
    </section>
  )
}

function Subtitle({ parts }: { readonly parts: readonly string[] }) {
  const known = parts.filter(Boolean)
  return known.length > 0 ? <p className={styles.subtitle}>{known.join(' · ')}</p> : null
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
